"""The games that ship, one folder each. ``quadrille.game(name)`` finds them."""
