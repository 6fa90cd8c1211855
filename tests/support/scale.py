"""How much is tried: little in ``make test``, much in ``make test-long``.

``make test-long LENGTH=10`` plays ten times as many games in lockstep with the oracles, which takes
a night.
"""

import os

LENGTH = int(os.environ.get("QUADRILLE_LONG") or 0)
LONG = LENGTH > 0
