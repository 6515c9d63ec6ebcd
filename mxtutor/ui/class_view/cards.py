"""Cards over the class view: an anonymous answer for the projector, and the keys."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.screen import ModalScreen
from textual.widgets import Static

from mxtutor.live.picture import CommonMistake, Sample
from mxtutor.ui.class_view.keys import CARD, CLASS
from mxtutor.ui.marked_text import prose
from mxtutor.ui.screens.help import key_lines, wrapped
from mxtutor.ui.widgets.code_view import CodeView

NO_CODE = "No learner shares the code of an answer with this mistake."
HOW_TO_SHARE = "Code is shared if the workshop says `share_code: true`, or if a learner runs `mxtutor class share on`."


class ProjectCard(ModalScreen[None]):
    """A mistake and an answer that makes it, on the whole screen; nothing tells whose answer it is."""

    BINDINGS = CARD.bindings()

    def __init__(self, mistake: CommonMistake, sample: Sample) -> None:
        super().__init__()
        self._mistake, self._sample = mistake, sample

    def compose(self) -> ComposeResult:
        mistake, sample = self._mistake, self._sample
        with VerticalScroll(id="project"):
            yield Static(Content.styled(mistake.exercise, "bold"), id="project-exercise", markup=False)
            yield Static(prose(mistake.text or mistake.code), id="project-text", markup=False)
            if sample.code:
                yield CodeView(sample.code, id="project-code")
                look = "looks" if sample.same == 1 else "look"
                which = (
                    f"{sample.same} of {sample.shared} shared answers {look} like this. " if sample.shared > 1 else ""
                )
            else:
                yield Static(prose(HOW_TO_SHARE if not sample.shared else "The shared answers do not parse."))
                which = f"{NO_CODE} "
            made = f"{mistake.learners} of {mistake.tried} who tried made this mistake. {which}"
            yield Static(f"{made}{CARD.key('dismiss')} closes.", id="project-foot", markup=False)


class KeysCard(ModalScreen[None]):
    """The keys and the marks of the class view."""

    BINDINGS = CARD.bindings()

    def __init__(self, legend: str) -> None:
        super().__init__()
        self._legend = legend

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="keys") as box:
            box.border_title = "Keys"
            box.border_subtitle = f"{CARD.key('dismiss')} closes"
            yield Static(markup=False)

    @on(Resize)
    def wrap_again(self) -> None:
        self.call_after_refresh(self._wrap)

    def _wrap(self) -> None:
        if not self.is_running:  # the card was closed in the meantime
            return
        text = self.query_one("#keys Static", Static)
        width = text.content_size.width
        rows = [line for row in CLASS.rows for line in key_lines(row, width)]
        marks = [part for line in self._legend.splitlines() for part in _groups(line, width)]
        text.update(Content("\n").join([*rows, *map(Content, ["", *marks])]))


def _groups(legend: str, width: int) -> list[str]:
    """Split a legend into lines of at most `width` cells; a mark stays beside its meaning if that fits."""
    groups = legend.replace(" ", "\xa0").replace("\xa0" * 3, "   ")
    return [part for line in wrapped(groups, width) for part in wrapped(line.replace("\xa0", " "), width)]
