"""How to install the packages of an extra."""

DISTRIBUTION = "quadrille-lab"
"""The name on the package index; ``quadrille`` there is somebody else's."""


def install_hint(extra: str) -> str:
    """The command that installs an extra: by the published name, and in a clone."""
    return f'pip install "{DISTRIBUTION}[{extra}]", or in a clone pip install ".[{extra}]"'
