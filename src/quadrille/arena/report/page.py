"""A report as one HTML file that needs nothing else: no network, and no script to be read."""

import re
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from importlib.resources import files

from quadrille.arena.report import parts, words
from quadrille.arena.report.data import Report, Section
from quadrille.arena.report.html import Markup, join, sentence, size, tag
from quadrille.arena.report.replay import Replay, fitting

MAX_BYTES = 3_000_000
"""Of the file, unless its tables alone are larger."""
OTHER_BYTES = 60_000
"""For all but sections: style, script, contents."""
MAX_SHOWN = 20
"""Games that are shown move by move in all sections together."""


def render(report: Report) -> str:
    """The page of a report."""
    script = _file("replay.js")
    names = _anchors(report.sections)
    sections = [
        tag("section", *parts.of_section(section), id=name)
        for section, name in zip(report.sections, names, strict=True)
    ]
    sections = [
        Markup(section.removesuffix("</section>") + games + "</section>")
        for section, games in zip(sections, _games(report.sections, sections), strict=True)
    ]
    titles = words.listed(list(dict.fromkeys(each.title for each in report.sections)))
    made = f"Made on {report.made[:10]} by Quadrille {report.version}."
    body = [
        tag("header", tag("h1", report.title), tag("p", made, class_="made")),
        _contents(report, names) if len(names) > 1 else None,
        tag("main", *sections),
        tag("footer", *parts.explanations()),
    ]
    return document(f"{report.title}: {titles}", body, script)


def document(title: str, body: Sequence[Markup | None], script: str = "") -> str:
    """A page of its own in the style of reports, perhaps with a script at its end."""
    head = [
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=_policy(script)),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", title),
        tag("style", Markup(_file("page.css"))),
    ]
    last = tag("script", Markup(script)) if script else None
    page = tag("html", tag("head", *head), tag("body", *body, last), lang="en")
    return f"<!DOCTYPE html>\n{page}\n"


def _games(sections: tuple[Section, ...], tables: list[Markup]) -> list[Markup]:
    """The games of each section, in the room that the tables leave."""
    room = MAX_BYTES - OTHER_BYTES - sum(map(size, tables))
    most = max(1, MAX_SHOWN // len(sections))
    chosen = [
        [Replay.of(told, section.sides) for told in section.told[:most]] for section in sections
    ]
    figures = iter(fitting([each for games in chosen for each in games], room))
    return [join(*parts.games([next(figures) for _ in games])) for games in chosen]


def _contents(report: Report, names: list[str]) -> Markup:
    items = [
        tag(
            "li",
            tag("a", parts.heading(section), href=f"#{name}"),
            sentence(f": {section.headline}"),
        )
        for section, name in zip(report.sections, names, strict=True)
    ]
    return tag("nav", tag("h2", "Contents"), tag("ul", *items))


def _anchors(sections: tuple[Section, ...]) -> list[str]:
    """A name for each section, none of them twice."""
    names: list[str] = []
    for section in sections:
        base = re.sub(r"\W+", "-", section.title.lower()).strip("-") or "game"
        again = sum(name == base or name.startswith(f"{base}.") for name in names)
        names.append(f"{base}.{again + 1}" if again else base)
    return names


def _policy(script: str) -> str:
    """What a browser may load for the page: nothing from elsewhere."""
    mark = b64encode(sha256(script.encode()).digest()).decode()
    return (
        "default-src 'none'; img-src data:; style-src 'unsafe-inline'; "
        f"script-src 'sha256-{mark}'; base-uri 'none'; form-action 'none'"
    )


def _file(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")
