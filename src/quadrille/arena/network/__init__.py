"""Contests over the network: programs connect and play by the wire format of the game."""
