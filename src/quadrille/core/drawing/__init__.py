"""Drawing of any game as SVG, and films of whole games."""
