"""How our own cost grows: ``make growth`` measures it and writes docs/growth.json.

`searches`, `native`, `arenas` and `pages` do the work, a row at a time; `tables` and `plots` say
what was found, in docs/growth.md.
"""
