"""The errors that a caller can cause. Each message is one line."""


class BadMoveText(ValueError):
    """A text that is not the notation of any move."""


class IllegalMove(ValueError):
    """A move that the rules do not allow in this position."""


class BadPosition(ValueError):
    """A text that is not a position that can arise in play."""


class BadOption(ValueError):
    """An unknown option, or a value out of its bounds."""


class BadSpec(ValueError):
    """A name that is no game or agent, or a wrong field of an agent."""


class BadRecord(ValueError):
    """A text that is not the record of a game, or a record that does not replay."""


class BadGame(ValueError):
    """A game that breaks its own contract, such as an action beyond ``num_actions()``."""


class BadModel(ValueError):
    """A file that is no trained network, or one for another game, other options or inputs."""
