"""How our own cost grows: ``make growth`` measures it and writes docs/growth.json.

`searches`, `arenas` and `pages` do the work, each a row at a time; `tables` and `plots` say what was
found, in docs/growth.md.
"""
