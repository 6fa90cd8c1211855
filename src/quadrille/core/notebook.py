"""Tables and pictures as HTML, for what is shown in a notebook."""

from base64 import b64encode
from collections.abc import Iterable, Sequence
from html import escape


def html_table(caption: str, header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table with a caption; the first column is text, the others are numbers."""
    head = "".join(_cell("th", text, index) for index, text in enumerate(header))
    body = "".join(
        f"<tr>{''.join(_cell('td', text, index) for index, text in enumerate(row))}</tr>"
        for row in rows
    )
    title = f'<caption style="text-align:left;white-space:nowrap">{escape(caption)}</caption>'
    return f"<table>{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def html_picture(svg: str, alt: str) -> str:
    """A picture that keeps its styles to itself."""
    data = b64encode(svg.encode()).decode()
    source = f"data:image/svg+xml;base64,{data}"
    return f'<img alt="{escape(alt)}" src="{source}" style="width:24em;max-width:100%"/>'


def _cell(tag: str, text: str, column: int) -> str:
    align = "left" if column == 0 else "right"
    return f'<{tag} style="text-align:{align}">{escape(text)}</{tag}>'
