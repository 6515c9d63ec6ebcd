"""Shows a review of a right answer: notes on its code, and what it costs beside the solution."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from mxtutor.grading.protocol import Cost, Note, Review
from mxtutor.reporting.review_words import COST_TITLE, MOST_NOTES, cost_sentence, note_text
from mxtutor.ui.glyphs import Glyphs
from mxtutor.ui.marked_text import prose

BAR = 8
"""Cells of a bar."""


def review_parts(review: Review, glyphs: Glyphs) -> Iterator[Widget]:
    """Yield the notes in a box, then the cost; nothing for an empty review."""
    if review.notes:
        lines = [_note(note) for note in review.notes[:MOST_NOTES]]
        box = Static(Content("\n").join(lines), classes="section happened review", markup=False)
        box.border_title = "Notes on your answer"
        yield box
    if review.cost:
        rows = [Content.styled(COST_TITLE, "bold"), *(_row(one, review.cost, glyphs) for one in review.cost)]
        if sentence := cost_sentence(review.cost):
            rows.append(Content(sentence))
        yield Static(Content("\n").join(rows), classes="section review", markup=False)


def _note(note: Note) -> Content:
    lesson = f" Lesson: {note.lesson}." if note.lesson else ""
    return Content.assemble(prose(note_text(note)), (lesson, "dim"))


def _row(one: Cost, cost: tuple[Cost, ...], glyphs: Glyphs) -> Content:
    """Return one line: "operators  ####---- 14 | solution #------- 3"."""
    most, digits = max(one.own, one.solution), max(len(str(each.own)) for each in cost)
    label = one.what.ljust(max(len(each.what) for each in cost))
    own, solution = (glyphs.bar(number, most, BAR) for number in (one.own, one.solution))
    return Content(f"{label}  {own} {one.own:>{digits}} | solution {solution} {one.solution}")
