"""Records of played games: what they hold, how they are checked and kept."""
