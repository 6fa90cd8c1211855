"""How much is tried: little in ``make test``, much in ``make test-long``."""

import os

LONG = os.environ.get("QUADRILLE_LONG") == "1"
