"""Players for every game. Each module here registers its own; ``quadrille.agent`` finds them."""
