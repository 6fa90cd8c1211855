"""What to say where the packages of the extra ``mesa`` are not installed."""


def missing(error: ImportError) -> ImportError:
    """The same error, with the remedy."""
    return ImportError(f'expected Mesa 3.2 or newer ({error}): pip install "quadrille[mesa]"')
