"""``python -m quadrille`` is the same as the command ``quadrille``."""

import sys

from quadrille.cli import main

sys.exit(main())
