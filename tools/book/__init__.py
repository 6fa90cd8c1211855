"""The documentation site: ``make docs`` builds it from the pages that GitHub shows and the code.

`stage` writes every page of ``docs/contents.toml`` to ``build/book/pages``, with links that fit the
site, beside pages made from the code: agents, commands, the Python reference and the source files
that a page links to. Zensical turns them into ``build/book/site``.
"""
