"""Hints, the solution and the explanation of an exercise, as sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mxtutor.content.styles import styles_of
from mxtutor.plain.answer_page import LETTERS, AnswerPage
from mxtutor.plain.spoken import code_lines, prose, spelled, spoken
from mxtutor.plain.terminal import EndOfInput
from mxtutor.plain.verdicts import run_lines
from mxtutor.session.session import EXPLAINED

GIVE_UP = (
    "The solution shows after a right answer or after giving up.",
    "Giving up is recorded; you can still solve it.",
)


class HelpReader:
    """Reads the help of one exercise; it records what was opened."""

    def __init__(self, page: AnswerPage, shown: Callable[[], object]) -> None:
        """Take the page; `shown` is called after the solution was read."""
        self._page, self._shown = page, shown

    def hint(self, argument: str) -> None:
        """Open the next hint; with the word `again`, read the open ones."""
        session, task = self._page.session, self._page.task
        if argument.strip().lower() == "again":
            for number in range(task.opened):
                session.say(*self._hint_lines(number))
            if not task.opened:
                session.say("No hint is open. Type hint to open the first one.")
        elif held := session.held("hints"):
            session.say(spelled(held))
        elif session.hint(task):
            session.say(*self._hint_lines(task.opened - 1))
        else:
            session.say("There is no further hint. Type hint again to hear the open ones.")

    def _hint_lines(self, number: int) -> Iterator[str]:
        rungs = self._page.task.ladder
        name, text = rungs[number]
        yield f"Hint {number + 1} of {len(rungs)}, {name}:"
        if "\n" in text.strip() and "```" not in text and name != EXPLAINED:  # a skeleton: its indentation matters
            yield from code_lines("Code", text)
        else:
            yield from spoken(text)

    def solution(self, argument: str) -> None:
        """Read the solution; before a right answer, ask whether the learner gives up."""
        page, session = self._page, self._page.session
        if held := session.held("solutions"):
            session.say(spelled(held))
            return
        if session.gives_up(page.task) and argument.strip().lower() != "yes" and not self._gives_up():
            session.say("You keep trying.")
            return
        session.solution(page.task)
        session.say(*self._solution_lines())
        session.say(*self.explanation())
        self._shown()

    def _gives_up(self) -> bool:
        session = self._page.session
        session.say("Give up on this one?", *GIVE_UP)
        try:
            said = session.terminal.ask("Type yes to hear the solution, no to keep trying")
        except EndOfInput:
            return False
        return said.strip().lower() in ("yes", "y")

    def _solution_lines(self) -> Iterator[str]:
        page, exercise = self._page, self._page.exercise
        if exercise.kind == "choice":
            for letter, option in zip(LETTERS, exercise.options, strict=False):
                yield f"{letter} is {'right' if option.right else 'not right'}: {prose(option.text)}"
                yield prose(option.why)
        elif exercise.kind == "predict":
            source = f"{exercise.snippet.rstrip()}\nresult\n"
            run = page.session.waiting.call("Running", lambda: page.session.grader.run("mxnet", source))
            yield from run_lines("The code", run) if run is not None else ()
        else:
            yield from code_lines("Idiomatic answer", exercise.solution)
            for style in styles_of(exercise):
                yield from code_lines(f"Another right answer, {style.name}", style.source)

    def explanation(self) -> Iterator[str]:
        """Yield why the right answer is right, and what is true of the installed MXNet."""
        exercise = self._page.exercise
        if exercise.explain:
            yield from spoken(exercise.explain)
        if exercise.sources.truth:
            yield f"True on MXNet 1.9.1: {prose(exercise.sources.truth)}"
