"""A page with a task and an answer: reads the task, takes and edits the answer, and keeps it at once."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from mxtutor.classroom.grading import read_answer
from mxtutor.content.model import Exercise
from mxtutor.counts import count
from mxtutor.errors import UsageError
from mxtutor.external_editor import EditFailed, edit, editor_command
from mxtutor.plain.answer import Answer
from mxtutor.plain.page import Handler, Page
from mxtutor.plain.session import PlainSession
from mxtutor.plain.spoken import code_lines, prose, spoken
from mxtutor.plain.terminal import END_OF_CODE, EndOfInput
from mxtutor.progress.journey import Entry
from mxtutor.session.rules import Rules
from mxtutor.session.session import Task
from mxtutor.typed_paths import expanded

if TYPE_CHECKING:
    pass

LETTERS = "abcdefghij"
"""Names of the options of a `choice` exercise."""
TAKEN = "The answer file has changed. Its text is your answer now; undo takes it back."
KEPT = "The answer file has changed. Its text is kept in the history."


class AnswerPage(Page):
    """One task of any kind; a subclass stores the text."""

    task: Task
    """The exercise; a subclass opens it."""

    def __init__(self, session: PlainSession, text: str | None) -> None:
        """Begin with a text that was kept; None: with the starter."""
        super().__init__(session)
        self.answer = Answer(self.exercise.starter if text is None else text)
        self._whole: str | None = None
        """The last text that replaced the whole answer."""

    @property
    def exercise(self) -> Exercise:
        """What is asked now."""
        return self.task.exercise

    @property
    def coded(self) -> bool:
        """Whether the answer is a program."""
        return self.task.coded

    @property
    def rules(self) -> Rules:
        """What the learner may do and see here."""
        return self.task.rules()

    @property
    def expected(self) -> str:
        """What an answer to a question looks like, as a sentence."""
        if self.exercise.kind == "choice":
            return f"An answer is a letter from a to {LETTERS[len(self.exercise.options) - 1]}."
        return "An answer is a value of Python; text needs quotes, such as 'cpu(0)'." if not self.coded else ""

    def keep(self) -> None:
        """Store the text of the answer."""
        raise NotImplementedError

    def hand_in(self, text: str) -> Entry | None:
        """Take a typed answer to a question as the learner's answer."""
        raise NotImplementedError

    def takes(self, line: str) -> bool:
        """Return whether a line is an answer to a question: the letter of an option, or a value."""
        if self.exercise.kind == "choice":
            return self.typed(line) in tuple(LETTERS[: len(self.exercise.options)])
        return self.exercise.kind == "predict" and is_value(line.strip())

    def typed(self, text: str) -> str:
        """Return a typed answer as it is graded: the letter of an option, also for its number, or the value."""
        text = text.strip()
        if self.exercise.kind != "choice":
            return text
        text = text.rstrip(".)").lower()
        numbers = {str(number): letter for number, letter in enumerate(LETTERS[: len(self.exercise.options)], 1)}
        return numbers.get(text, text)

    def saved_elsewhere(self) -> str | None:
        """Return the text that another editor has saved in place of the answer; None if there is none."""
        return None

    def take_saved(self, said: str = TAKEN) -> bool:
        """Take the text that another editor has saved; return whether there was one."""
        text = self.saved_elsewhere()
        if text is None:
            return False
        self.session.set_aside(self.task, self.answer.text)
        self.answer.replace(text)
        self._whole = text
        self.keep()
        self.session.say(said)
        return True

    def replace(self, text: str) -> None:
        """Replace the whole answer; the earlier text stays in the history."""
        self.take_saved(KEPT)
        if text != self.answer.text:
            self.session.set_aside(self.task, self.answer.text)
            self.answer.replace(text)
        self._whole = text
        self.keep()

    def editing(self) -> Mapping[str, Handler]:
        """Return the commands for the task and for the text of the answer."""
        found: dict[str, Handler] = {"task": self._task}
        if not self.coded:
            return found | {"answer": self._answer}
        return found | {
            "code": self._code,
            "lines": self._lines,
            "line": lambda argument: self._edit(self.answer.put, argument),
            "insert": lambda argument: self._edit(self.answer.insert, argument),
            "delete": lambda argument: self._edit(self.answer.delete, argument),
            "edit": self._open_editor,
            "use": self._use,
            "undo": self._undo,
        }

    def task_lines(self) -> Iterator[str]:
        """Yield the task: its text, the parameters, the code that it is about."""
        exercise = self.exercise
        snippet = exercise.snippet.strip() if exercise.kind == "predict" else ""
        yield from spoken(exercise.prompt.replace(f"```python\n{snippet}\n```", "") if snippet else exercise.prompt)
        for name, about in exercise.params.items():
            yield f"Parameter {name}: {prose(about)}"
        if snippet:
            yield from code_lines("This code", snippet)
            if not re.search(r"\bresult\b", exercise.prompt):
                yield "What is result? Type its value, such as (1, 2) or 'text'."
        elif exercise.kind == "choice":
            yield f"{count(len(exercise.options), 'option')}:"
            for letter, option in zip(LETTERS, exercise.options, strict=False):
                yield f"{letter}. {prose(option.text)}"
        else:
            yield from code_lines("PyTorch reference", exercise.reference)
            if self.answer.text == exercise.starter:
                title = "The code to repair" if exercise.kind == "fix" else "Your answer begins with"
                yield from code_lines(title, self.answer.text)
            else:
                yield f"Your answer has {count(len(self.answer.lines), 'line')}. Type lines to hear them."

    def _task(self, _: str) -> None:
        self.session.say(*self.task_lines())

    def _code(self, _: str) -> None:
        if self.session.terminal.interactive:
            lines_now = len(self.answer.lines)
            self.session.say(
                f"Type your whole answer line by line; it replaces {all_lines(lines_now)}. "
                f"A line with {END_OF_CODE!r} alone ends it."
            )
        lines: list[str] = []
        try:
            for line in self.session.terminal.lines():
                lines.append(line)
        except EndOfInput:
            self.session.set_aside(self.task, "".join(f"{line}\n" for line in lines))
            kept = " What you typed is in the history." if any(line.strip() for line in lines) else ""
            self.session.say(f"The input ended before the dot. Your answer stays as it was.{kept}")
            return
        except KeyboardInterrupt:
            self.session.say("Your answer stays as it was.")
            return
        if not any(line.strip() for line in lines):
            self.session.say("You typed nothing. Your answer stays as it was.")
            return
        before = len(self.answer.lines)
        self.replace("\n".join(lines) + "\n")
        self.session.say(f"Your answer has {count(len(lines), 'line')} now. Type check to check it.", *replaced(before))

    def _edit(self, change: Callable[[str], str], argument: str) -> None:
        if self.take_saved():  # its lines may have other numbers
            self.session.say("Nothing else was changed. Type lines to hear it.")
            return
        said = change(argument)
        self.keep()
        self.session.say(said)

    def _lines(self, _: str) -> None:
        self.take_saved()
        self.session.say(*(self.answer.spoken() if self.answer.lines else ["Your answer is empty."]))

    def _undo(self, _: str) -> None:
        if self.take_saved():
            return
        text = self.answer.text
        if not self.answer.undo():
            self.session.say("There is nothing to take back.")
            return
        if text == self._whole:
            self.session.set_aside(self.task, text)
        self.keep()
        self.session.say(f"Taken back. Your answer has {count(len(self.answer.lines), 'line')} now.")

    def _open_editor(self, _: str) -> None:
        if not self.session.terminal.interactive:
            raise UsageError("An editor needs a terminal.", fix="The command `use FILE` takes an answer from a file.")

        self.take_saved()
        try:
            rows = self.answer.text.splitlines()
            gap = next((number for number, row in enumerate(rows, 1) if row.strip() == "..."), 1)
            task = "\n".join(self.task_lines())
            edited = edit(self.answer.text, self.exercise.slug, editor_command(), line=gap, task=task)
        except EditFailed as error:
            self.session.set_aside(self.task, error.text)
            kept = ["What you wrote there is in the history."] if error.text else []
            self.session.say(str(error), *kept)
            return
        self.replace(edited)
        self.session.say(f"Your answer has {count(len(self.answer.lines), 'line')} now.")

    def _use(self, name: str) -> None:
        if not name.strip():
            self.session.say(self._file_words())
            return

        source = read_answer(expanded(Path(name.strip())))
        before = len(self.answer.lines)
        self.replace(source.decode("utf-8", "replace").replace("\r\n", "\n"))
        self.session.say(
            f"Taken. Your answer has {count(len(self.answer.lines), 'line')} now. Type check to check it.",
            *replaced(before),
        )

    def _file_words(self) -> str:
        file = self.session.progress.answer_file(self.exercise.id)
        return f"Your answer is in the file {file}." if file is not None else "No file holds your answer."

    def _answer(self, text: str) -> Entry | None:
        if text.strip():
            return self.hand_in(text.strip())
        self.session.say("Type your answer after the word answer.")
        return None


def all_lines(number: int) -> str:
    """Return so many lines in words: "all 6 lines"."""
    return f"all {number} lines" if number > 1 else count(number, "line")


def replaced(before: int) -> list[str]:
    """Return what to say about an answer of so many lines that another text has replaced."""
    return [f"This replaced {all_lines(before)} that you had. Type undo to get them back."] if before else []


def is_value(text: str) -> bool:
    """Return whether a text is a value of Python, such as (1, 2)."""
    try:
        ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return False
    return True
