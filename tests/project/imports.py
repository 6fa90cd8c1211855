"""What the files of the package import and include."""

import ast
import re
from collections.abc import Iterator
from pathlib import PurePosixPath


def imports_of(path: PurePosixPath, tree: ast.Module) -> Iterator[str]:
    """The dotted names that a module imports, inside functions and for type checkers too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = list(path.parts[: -node.level]) if node.level else []
            if node.module:
                base.append(node.module)
            yield from (".".join([*base, alias.name]) for alias in node.names)


def without_comments(code: str) -> str:
    token = r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"' + r"|'(?:\\.|[^'\\\n])'"
    return re.sub(token, lambda m: " " if m[0].startswith("/") else m[0], code, flags=re.DOTALL)


def includes_of(code: str) -> list[tuple[str, str]]:
    """What a C++ file includes: the opening bracket or quote, and the path."""
    return re.findall(r'^\s*#\s*include\s*(["<])([^">]+)[">]', without_comments(code), re.M)
