"""Adapters of our games to other frameworks, each in a folder or file named after the framework."""
