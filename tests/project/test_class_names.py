"""One word for one thing: no two classes of the package have the same name."""

import ast
from collections import defaultdict

from support.places import PACKAGE

CONTRACT = {"State", "Move", "Options"}
"""Names that the contract of a game asks for, in every game."""


def test_no_class_name_is_taken_twice() -> None:
    homes: dict[str, list[str]] = defaultdict(list)
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and node.name not in CONTRACT:
                homes[node.name].append(path.relative_to(PACKAGE).as_posix())
    assert len(homes) > 100
    assert {name: places for name, places in homes.items() if len(places) > 1} == {}
