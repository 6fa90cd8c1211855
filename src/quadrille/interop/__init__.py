"""Our games as other frameworks know games, each in a folder or file with the framework's name."""
