"""The Python reference, read from the sources.

Docstrings of native code come from the type stubs, which are written from it (``make stubs``).
"""

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from book.agents import as_markdown
from book.contents import ROOT

SOURCE = ROOT / "src"
Definition = ast.FunctionDef | ast.ClassDef | ast.AnnAssign | ast.Assign


def api_pages(groups: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """A page for every group of ``docs/contents.toml``."""
    for name, group in groups.items():
        parts = [f"# {group['title']}", group["about"]]
        for place in group["names"]:
            parts += described(place)
        yield f"api/{name}.md", "\n\n".join(parts) + "\n"


def described(place: str) -> Iterator[str]:
    """``module:Name`` or a whole module, as parts of a page."""
    module, _, names = place.partition(":")
    file = module_file(module)
    tree = ast.parse(file.read_text())
    if not names:
        yield f"## {module}"
        yield as_markdown(docstring(tree.body))
    wanted = names.split() if names else public_names(tree)
    for name in wanted:
        yield from definition(tree, name, module)


def module_file(module: str) -> Path:
    """The source of a module, or the stub of a native one."""
    base = SOURCE / module.replace(".", "/")
    for file in (base.with_suffix(".pyi"), base.with_suffix(".py"), base / "__init__.py"):
        if file.exists():
            return file
    raise ValueError(f"docs/contents.toml names {module}, which does not exist")


def public_names(tree: ast.Module) -> list[str]:
    """What a module defines for others."""
    return [
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_")
    ]


def definition(tree: ast.Module, name: str, module: str) -> Iterator[str]:
    """A class with its methods, a function, or a constant."""
    for index, node in enumerate(tree.body):
        if isinstance(node, ast.FunctionDef) and node.name == name:
            yield heading(3, name)
            yield from function(node)
            return
        if isinstance(node, ast.ClassDef) and node.name == name:
            yield heading(3, name)
            yield f"`class {name}` in `{module}`"
            yield as_markdown(docstring(node.body))
            yield from members(node)
            return
        if target(node) == name:
            yield heading(3, name)
            yield f"`{ast.unparse(node)}`"
            yield as_markdown(note_after(tree.body, index))
            return
    raise ValueError(f"docs/contents.toml names {module}:{name}, which does not exist")


def members(node: ast.ClassDef) -> Iterator[str]:
    """The fields and the public methods of a class."""
    rows = []
    for index, one in enumerate(node.body):
        name = target(one)
        if name and not name.startswith("_"):
            assert isinstance(one, ast.AnnAssign | ast.Assign)
            kind = ast.unparse(one.annotation) if isinstance(one, ast.AnnAssign) else ""
            note = " ".join(as_markdown(note_after(node.body, index)).split())
            rows.append(f"| `{name}` | {code_cell(kind)} | {note.replace('|', chr(92) + '|')} |")
    if rows:
        yield "\n".join(["| field | type | meaning |", "| --- | --- | --- |", *rows])
    for one in node.body:
        if isinstance(one, ast.FunctionDef) and (not one.name.startswith("_") or shown_init(one)):
            name = node.name if one.name == "__init__" else f"{node.name}.{one.name}"
            yield heading(4, name)
            yield from function(one)


def shown_init(one: ast.FunctionDef) -> bool:
    """Whether it is a constructor with a docstring or arguments."""
    return one.name == "__init__" and len(one.args.args) + len(one.args.kwonlyargs) > 1


def code_cell(text: str) -> str:
    """Code in a table."""
    return f"`{text}`".replace("|", "\\|") if text else ""


def function(node: ast.FunctionDef) -> Iterator[str]:
    """Its signature and its docstring."""
    decorators = {ast.unparse(one) for one in node.decorator_list}
    arguments = ast.unparse(node.args)
    parts = [one for one in arguments.split(", ") if one not in ("self", "cls", "/")]
    result = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    kind = {"property"} & decorators
    signature = f"{node.name}{result}" if kind else f"{node.name}({', '.join(parts)}){result}"
    yield f"```python\n{signature}\n```"
    if text := docstring(node.body):
        yield as_markdown(text)


def docstring(body: list[ast.stmt]) -> str:
    """The docstring of a module, class or function."""
    if body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
        value = body[0].value.value
        return inspect.cleandoc(value) if isinstance(value, str) else ""
    return ""


def note_after(body: list[ast.stmt], index: int) -> str:
    """The string literal under a field."""
    return docstring(body[index + 1 : index + 2])


def target(node: ast.stmt) -> str:
    """The name that a statement defines, if it is an assignment to one."""
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return node.target.id
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        return node.targets[0].id
    return ""


def heading(level: int, name: str) -> str:
    """A heading with code."""
    return f"{'#' * level} `{name}`"
