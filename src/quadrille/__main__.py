"""``python -m quadrille`` is the same as the command ``quadrille``."""

import sys

from quadrille.cli import program

sys.exit(program())
