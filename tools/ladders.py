"""Rate the fixed set of agents of every game that names one; `quadrille ladder --play` does it.

Games that are in the user's store already count, so a run that was stopped goes on.
"""

import sys

import quadrille
from quadrille.cli import main

if __name__ == "__main__":
    named = sys.argv[1:] or quadrille.game_names()
    for name in named:
        if quadrille.game(name).package.ladder and main(["ladder", "--play", name, "--ship"]):
            sys.exit(f"the ladder of {name} was not finished")
