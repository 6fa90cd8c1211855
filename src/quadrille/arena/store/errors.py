"""What can be wrong with a store."""


class BadStore(ValueError):
    """No store of ours, or one that cannot be read or written; the message is one line."""


class Locked(BadStore):
    """A store that another program has locked for too long."""
