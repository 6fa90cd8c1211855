"""What the command ``quadrille`` returns to the shell when it does not end well."""

WRONG_USAGE = 2
"""The caller made a mistake; one line on standard error says which."""
INTERRUPTED = 130
"""Ctrl-C ended the command."""
