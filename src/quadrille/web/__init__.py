"""The web page: play, watch, analyse and replay all games in a browser.

``create_app`` makes the server of a ``Settings``; the page itself is in ``static/`` and knows no
rules. Everything that reaches it comes from a game's own drawing, or is text.
"""
