"""The error where the packages of the extra ``mesa`` are not installed."""

from quadrille.core.install import install_hint


def missing(error: ImportError) -> ImportError:
    """The same error, with the remedy."""
    return ImportError(f"expected Mesa 3.2 or newer ({error}): {install_hint('mesa')}")
