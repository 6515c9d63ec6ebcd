"""Markdown with code in the colours of all other code, and tables that use the available width."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from rich.cells import cell_len
from textual.app import ComposeResult
from textual.content import Content
from textual.css.scalar import Scalar
from textual.geometry import Size
from textual.layout import ArrangeResult
from textual.layouts.grid import GridLayout
from textual.widget import Widget
from textual.widgets import Markdown, Static
from textual.widgets.markdown import MarkdownFence

from mxtutor.ui.marked_text import glued
from mxtutor.ui.widgets.code_view import CodePane

if TYPE_CHECKING:
    from textual.widgets.markdown import MarkdownBlock as Table
else:
    Table = Markdown.BLOCKS["table_open"]


def shared_widths(natural: Sequence[int], least: Sequence[int], total: int) -> list[int] | None:
    """Return a width for each column, with the sum `total`; None if no text must wrap.

    Each column gets at least the width of its longest word, if the table is wide enough. The rest goes to the
    narrowest columns first, until their texts fit in one line.

    Args:
        natural: the widths at which no text wraps.
        least: the widths of the longest words.
        total: the width of the table without gutters.
    """
    if sum(natural) <= total:
        return None
    if sum(least) > total:
        natural, least = least, [1] * len(least)
    widths = list(least)
    for _ in range(total - sum(least)):
        wanting = [column for column, width in enumerate(widths) if width < natural[column]]
        widths[min(wanting, key=widths.__getitem__)] += 1
    return widths


class SharedGrid(GridLayout):
    """Columns as wide as `shared_widths` says.

    Textual's grid shrinks the first column to its longest word before it shrinks another one.
    """

    def arrange(self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True) -> ArrangeResult:
        """Choose the widths of the columns for this size, then arrange the cells."""
        styles = parent.styles
        count = max(1, styles.grid_size_columns)
        natural, least = [0] * count, [0] * count
        for number, cell in enumerate(children):
            text = str(cell.visual) if isinstance(cell, Static) else ""
            padding, column = cell.styles.gutter.width, number % count
            natural[column] = max(natural[column], padding + max(map(cell_len, text.splitlines()), default=0))
            least[column] = max(least[column], padding + max(map(cell_len, text.split()), default=0))
        lines: str = styles.keyline[0]
        borders = 0 if lines == "none" else 2
        gutters = (styles.grid_gutter_vertical or 0) * (count - 1)
        widths = shared_widths(natural, least, size.width - borders - gutters)
        # Set the rule, not the property `grid_columns`, which would request a new layout during this one.
        styles.set_rule("grid_columns", tuple(map(Scalar.from_number, widths)) if widths else None)
        return super().arrange(parent, children, size, greedy)


class SharedTable(Table):
    """A Markdown table with the columns of `SharedGrid`."""

    def compose(self) -> ComposeResult:
        for cells in super().compose():
            cells.styles.set_rule("layout", SharedGrid())  # the property `layout` takes names only
            yield cells


class CodeFence(MarkdownFence):
    DEFAULT_CSS = "CodeFence { color: $foreground; & CodePane { margin: 1 2; background: transparent; } }"

    def compose(self) -> ComposeResult:
        """Yield the code in a pane that cuts long lines at the edge."""
        yield CodePane(self.code.rstrip("\n"), can_focus=False)

    def set_content(self, content: Content) -> None:
        for pane in self.query(CodePane):
            pane.code = content.plain.rstrip("\n")

    @classmethod
    def highlight(cls, code: str, language: str, ansi: bool = False, dark: bool = True) -> Content:  # noqa: ARG003
        return Content(code)  # the pane has the colours


def _parser() -> MarkdownIt:
    """Return a parser that keeps short inline code together."""
    parser = MarkdownIt("gfm-like")

    def glue(state: StateCore) -> None:
        for token in state.tokens:
            for child in token.children or ():
                if child.type == "code_inline":
                    child.content = glued(child.content)

    parser.core.ruler.push("glue", glue)
    return parser


class CodeMarkdown(Markdown):
    """Markdown with these code blocks and tables, and with inline code in the style of `marked_text.prose`."""

    def __init__(self, markdown: str, *, id: str | None = None) -> None:
        super().__init__(markdown, id=id, parser_factory=_parser, open_links=False)

    DEFAULT_CSS = "CodeMarkdown MarkdownTableContent { & > .cell, & > .header { text-overflow: fold; } }"
    BLOCKS = {**Markdown.BLOCKS, "fence": CodeFence, "code_block": CodeFence, "table_open": SharedTable}
