"""Pictures in a page whose own style would change them: Vuetify has a class ``caption`` too."""

import re

PREFIX = "q-"
CLASSES = re.compile(r'(?<= class=")[^"]*')
STYLE = re.compile(r"(?<=<style>).*?(?=</style>)", re.DOTALL)
SELECTOR = re.compile(r"\.(?=[a-zA-Z][\w-]*(?:[^{}]*)\{)")


def scoped(svg: str) -> str:
    """The same picture with a prefix to all its class names, in its style and its elements."""
    styled = STYLE.sub(lambda found: _selectors(found[0]), svg)
    return CLASSES.sub(lambda found: " ".join(PREFIX + name for name in found[0].split()), styled)


def _selectors(rules: str) -> str:
    return SELECTOR.sub("." + PREFIX, rules)
