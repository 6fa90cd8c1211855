"""Playing one game: the driver that owns its rules, clocks, and agents at a table."""
