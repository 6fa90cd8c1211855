"""``python -m quadrille.interop.mesa``: the page in a browser, for this machine only."""

import os
import warnings
from typing import Annotated

import click
import typer


def main(
    port: Annotated[int, typer.Option(help="Where the page is served.", min=1, max=65535)] = 8765,
    browser: Annotated[bool, typer.Option(help="Open a browser.")] = True,
) -> None:
    """Show Pillars as a Mesa model."""
    # Solara reads this when it is imported, and would otherwise report its use over the network.
    os.environ.setdefault("SOLARA_TELEMETRY_MIXPANEL_ENABLE", "false")
    try:
        import quadrille.interop.mesa.app  # noqa: F401  # says what is missing, before it is served
    except ImportError as error:
        typer.echo(f"quadrille: {error}", err=True)
        raise typer.Exit(2) from None
    from solara.__main__ import cli

    # Its advice is for whoever writes pages, or serves them to others.
    warnings.filterwarnings("ignore", category=UserWarning, module=r"solara\.")
    words = ["run", "quadrille.interop.mesa.app", "--production", "--no-check-version"]
    words += ["--host", "127.0.0.1", "--port", str(port)]
    try:
        cli([*words, "--open" if browser else "--no-open"], standalone_mode=False)
    except (click.Abort, KeyboardInterrupt):
        raise typer.Exit(130) from None


if __name__ == "__main__":
    typer.run(main)
