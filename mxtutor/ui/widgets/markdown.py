"""Markdown whose code has the colours of all other code on the screen, and whose tables use the width."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Markdown
from textual.widgets.markdown import MarkdownFence

from mxtutor.ui.widgets.code_view import CodePane, coloured
from mxtutor.ui.widgets.markdown_table import SharedTable


class CodeFence(MarkdownFence):
    """Fenced code."""

    DEFAULT_CSS = "CodeFence { color: $foreground; & CodePane { margin: 1 2; background: transparent; } }"

    def compose(self) -> ComposeResult:
        """Show the code, with long lines cut at the edge."""
        yield CodePane(self.code.rstrip("\n"), can_focus=False)

    def set_content(self, content: Content) -> None:
        """Show other code."""
        for pane in self.query(CodePane):
            pane.code = content.plain.rstrip("\n")

    @classmethod
    def highlight(cls, code: str, language: str, ansi: bool = False, dark: bool = True) -> Content:  # noqa: ARG003
        """Return code in the colours of `CodeView`."""
        return coloured(code, language or "text")


class CodeMarkdown(Markdown):
    """Markdown with such fences and tables, and with inline code in the style of `marked_text.prose`."""

    DEFAULT_CSS = """
    CodeMarkdown MarkdownBlock {
        &:dark > .code_inline, &:light > .code_inline {
            color: $text-accent;
            text-style: bold;
            background: transparent;
        }
    }
    CodeMarkdown MarkdownTableContent > .cell, CodeMarkdown MarkdownTableContent > .header { text-overflow: fold; }
    """

    BLOCKS = {**Markdown.BLOCKS, "fence": CodeFence, "code_block": CodeFence, "table_open": SharedTable}
