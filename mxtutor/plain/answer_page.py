"""A page with a task and an answer: reads the task, takes and edits the answer, and keeps it at once."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

from mxtutor.content.model import Exercise
from mxtutor.errors import UsageError
from mxtutor.plain.answer import Answer
from mxtutor.plain.page import Handler, Page
from mxtutor.plain.session import PlainSession
from mxtutor.plain.spoken import code_lines, prose, spoken
from mxtutor.plain.terminal import END_OF_CODE
from mxtutor.progress.journey import Entry
from mxtutor.reporting.counts import count

LETTERS = "abcdefghij"
"""Names of the options of a `choice` exercise."""


class AnswerPage(Page):
    """One task of any kind; a subclass stores the text."""

    def __init__(self, session: PlainSession, exercise: Exercise, text: str | None) -> None:
        """Begin with a text that was kept; None: with the starter."""
        super().__init__(session)
        self.exercise = exercise
        self.answer = Answer(exercise.starter if text is None else text)

    @property
    def coded(self) -> bool:
        """Whether the answer is a program."""
        return self.exercise.kind in ("code", "fix")

    def keep(self) -> None:
        """Store the text of the answer."""
        raise NotImplementedError

    def hand_in(self, text: str) -> Entry | None:
        """Take a typed answer to a question as the learner's answer."""
        raise NotImplementedError

    def takes(self, line: str) -> bool:
        """Return whether a line is an answer to a question: the letter of an option, or a value."""
        text = line.strip()
        if self.exercise.kind == "choice":
            return len(text.rstrip(".)")) == 1 and text.rstrip(".)").isalnum()
        return self.exercise.kind == "predict" and is_value(text)

    def editing(self) -> Mapping[str, Handler]:
        """Return the commands for the task and for the text of the answer."""
        found: dict[str, Handler] = {"task": self._task}
        if not self.coded:
            return found | {"answer": self._answer}
        return found | {
            "code": self._code,
            "lines": self._lines,
            "line": lambda argument: self._edit(self.answer.put(argument)),
            "insert": lambda argument: self._edit(self.answer.insert(argument)),
            "delete": lambda argument: self._edit(self.answer.delete(argument)),
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
            self.session.say(f"Type your answer line by line. A line with {END_OF_CODE!r} alone ends it.")
        lines: list[str] = []
        try:
            lines.extend(self.session.terminal.lines())
        except KeyboardInterrupt:
            self.session.say("Your answer stays as it was.")
            return
        if not any(line.strip() for line in lines):
            self.session.say("You typed nothing. Your answer stays as it was.")
            return
        self.answer.replace("\n".join(lines) + "\n")
        self._edit(f"Your answer has {count(len(lines), 'line')} now. Type check to check it.")

    def _edit(self, said: str) -> None:
        self.keep()
        self.session.say(said)

    def _lines(self, _: str) -> None:
        self.session.say(*(self.answer.spoken() if self.answer.lines else ["Your answer is empty."]))

    def _undo(self, _: str) -> None:
        if self.answer.undo():
            self._edit(f"Taken back. Your answer has {count(len(self.answer.lines), 'line')} now.")
        else:
            self.session.say("There is nothing to take back.")

    def _open_editor(self, _: str) -> None:
        if not self.session.terminal.interactive:
            raise UsageError("An editor needs a terminal.", fix="The command `use FILE` takes an answer from a file.")
        from mxtutor.external_editor import edit, editor_command

        self.answer.replace(edit(self.answer.text, self.exercise.slug, editor_command()))
        self._edit(f"Your answer has {count(len(self.answer.lines), 'line')} now.")

    def _use(self, name: str) -> None:
        if not name.strip():
            self.session.say(self._file_words())
            return
        from mxtutor.classroom.grading import read_answer

        source = read_answer(Path(name.strip()).expanduser())
        self.answer.replace(source.decode("utf-8", "replace").replace("\r\n", "\n"))
        self._edit(f"Taken. Your answer has {count(len(self.answer.lines), 'line')} now. Type check to check it.")

    def _file_words(self) -> str:
        file = self.session.progress.answer_file(self.exercise.id)
        return f"Your answer is in the file {file}." if file is not None else "No file holds your answer."

    def _answer(self, text: str) -> Entry | None:
        if text.strip():
            return self.hand_in(text.strip())
        self.session.say("Type your answer after the word answer.")
        return None


def is_value(text: str) -> bool:
    """Return whether a text is a value of Python, such as (1, 2)."""
    try:
        ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return False
    return True
