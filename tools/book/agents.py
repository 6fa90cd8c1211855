"""A page for every agent: what it is, its fields, and the papers behind its search.

The text is that of the code: the docstring of the class and of its fields, and the comments at the
head of the search it runs, which cite papers and say where ours differs.
"""

import inspect
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from book.contents import ROOT, site_path
from book.markdown import LinkMap, relative
from quadrille.cli.agents import describe
from quadrille.core.agents.fields import value_text
from quadrille.core.agents.registry import agent_names
from quadrille.core.agents.spec import agent_type
from quadrille.core.game import game_names

SOURCE = ROOT / "src"
SEARCH = SOURCE / "quadrille" / "search"
CITES = re.compile(r"\(?\b(?:19|20)\d\d\)")


def agent_pages(links: LinkMap) -> Iterator[tuple[str, str]]:
    """The path of each page on the site and its text: agents for every game, then games' own."""
    general = set(agent_names("")) - set(own_agents())
    for name in sorted(general):
        yield f"agents/{name}.md", agent_page(name, "", links)
    for name, game in own_agents().items():
        yield f"agents/{name}.md", agent_page(name, game, links)


@cache
def own_agents() -> dict[str, str]:
    """Agents that play one game only, by name, with that game."""
    found = {}
    for game in game_names():
        for name in agent_names(game):
            if describe(name, None).get("game") == game:
                found[name] = game
    return found


def agent_page(name: str, game: str, links: LinkMap) -> str:
    """The page of one agent."""
    here = f"agents/{name}.md"
    about = describe(name, None)
    cls = agent_type(name, game)
    parts = [f"# {name}", as_markdown(inspect.getdoc(cls) or about["doc"])]
    if game:
        page = relative(site_path(f"src/quadrille/games/{game}/README.md"), here)
        parts.append(f"It plays [{game}]({page}) only.")
    parts += [spec_line(about), field_table(about), *background(cls, links, here)]
    return "\n\n".join(part for part in parts if part) + "\n"


def spec_line(about: dict[str, Any]) -> str:
    """How a spec names it."""
    name, rest = about["name"], about.get("rest")
    if rest:
        what = rest.upper()
        return f"Written as `{name}:{what}`; fields as in `{name}[field=value]:{what}`."
    if not about["fields"]:
        return f"Written as `{name}`; it has no fields."
    return f"Written as `{name}`, or with fields: `{name}:field=value,field=value`."


def field_table(about: dict[str, Any]) -> str:
    """Its fields with their defaults."""
    if not about["fields"]:
        return ""
    rows = ["| field | default | meaning |", "| --- | --- | --- |"]
    for field in about["fields"]:
        default = value_text(field["default"]) if "default" in field else "(must be given)"
        cells = f"`{field['name']}`", f"`{default}`", " ".join(as_markdown(field["doc"]).split())
        rows.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(["## Fields", "", *rows])


def background(cls: type, links: LinkMap, here: str) -> list[str]:
    """What the head comments of its search say."""
    search = getattr(cls, "search", "")
    files = heads(search) if search else []
    source = inspect.getsourcefile(cls)
    assert source is not None
    place = str(Path(source).resolve().relative_to(Path(package_root())))
    code = [f"- [`{place}`]({relative(links.place(f'src/{place}'), here)})"]
    parts = ["## Where it comes from"] if files else []
    for file, text in files:
        path = str(file.relative_to(ROOT))
        parts.append(f"### [`{file.name}`]({relative(links.place(path), here)})\n\n{text}")
    return [*parts, "## Source", "\n".join(code)]


def package_root() -> str:
    """The folder that holds the package."""
    import quadrille

    return str(Path(quadrille.__file__).resolve().parent.parent)


def heads(search: str) -> list[tuple[Path, str]]:
    """The file of a search, and those that it includes and that cite a paper, with their heads.

    A search of one game's own is described on the page of the game.
    """
    first = next((file for file in SEARCH.glob("*.hpp") if defines(file, search)), None)
    if first is None:
        return []
    found = [first, *(file for file in included(first) if CITES.search(head(file)))]
    return [(file, as_markdown(head(file))) for file in dict.fromkeys(found)]


def defines(file: Path, name: str) -> bool:
    """Whether a header has the class template of a search."""
    return re.search(rf"^class {name} \{{|^class {name} :", file.read_text(), re.M) is not None


def included(file: Path) -> list[Path]:
    """The headers of searches that a header includes, directly or not, nearest first."""
    seen: dict[Path, None] = {}
    waiting = [file]
    while waiting:
        text = waiting.pop(0).read_text()
        for name in re.findall(r'#include "(quadrille/search/[\w/]+\.hpp)"', text):
            if (path := SOURCE / name) not in seen:
                seen[path] = None
                waiting.append(path)
    return list(seen)


def head(file: Path) -> str:
    """The comment at the head of a C++ file; indented lines are kept as they are."""
    lines = []
    for line in file.read_text().splitlines():
        if not line.startswith("//"):
            break
        lines.append(line.removeprefix("//").removeprefix(" "))
    return "\n".join(lines)


def as_markdown(text: str) -> str:
    """A docstring or comment as Markdown: literals, and indented lines as a block."""
    text = text.replace("``", "`")
    blocks = []
    for block in text.split("\n\n"):
        lines = block.splitlines()
        if lines and all(line.startswith("  ") for line in lines):
            blocks.append("\n".join("    " + line for line in lines))
        else:
            blocks.append(block)
    return "\n\n".join(blocks)
