"""The attempts of an exercise: lists them, reads one, makes one the answer again."""

from __future__ import annotations

from mxtutor.counts import count
from mxtutor.plain.answer_page import AnswerPage
from mxtutor.plain.spoken import prose
from mxtutor.progress.model import Attempt
from mxtutor.reporting.words import VERDICT_WORDS


class AttemptReader:
    """Reads the attempts of one exercise."""

    def __init__(self, page: AnswerPage) -> None:
        self._page = page
        self._listed: tuple[Attempt, ...] = ()
        """What `history` listed last."""

    def history(self, argument: str) -> None:
        """List the attempts; with a number, read the answer of one."""
        session = self._page.session
        if argument.strip():
            attempt = self._attempt(argument)
            if attempt is not None:
                session.terminal.code(f"Attempt {argument.strip()}", attempt.code)
            return
        self._listed = session.progress.attempts(self._page.exercise.id)
        listed = f"{count(len(self._listed), 'attempt')}, newest first."
        session.say(listed if self._listed else "There is no attempt yet.")
        session.say(*(f"{number}. {attempt_words(one)}" for number, one in enumerate(self._listed, 1)))

    def restore(self, argument: str) -> None:
        """Make the answer of an attempt the answer again."""
        attempt = self._attempt(argument)
        if attempt is not None:
            self._page.replace(attempt.code)
            self._page.session.say(f"Attempt {argument.strip()} is your answer now. Type lines to hear it.")

    def _attempt(self, argument: str) -> Attempt | None:
        """Return the attempt with a number; None, and say so, if there is none."""
        attempts = self._listed or self._page.session.progress.attempts(self._page.exercise.id)
        word = argument.strip()
        if word.isdecimal() and len(word) < 7 and 1 <= int(word) <= len(attempts):
            return attempts[int(word) - 1]
        self._page.session.say("Type the number of an attempt. The command history lists them.")
        return None


def attempt_words(attempt: Attempt) -> str:
    """Return an attempt in one line: its verdict, when it was made, its headline."""
    word = VERDICT_WORDS[attempt.verdict] if attempt.verdict is not None else "Draft"
    when = attempt.when.astimezone().strftime("%Y-%m-%d %H:%M")
    return f"{word}, {when}. {prose(attempt.headline)}".rstrip()
