"""Each command of plain mode, and what is typed wrongly."""

from __future__ import annotations

import contextlib
import io
import re
import sqlite3
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from mxtutor.cli import main
from mxtutor.cli.plain import line_width
from mxtutor.cli.setup import MakeGrader
from mxtutor.content.loader import load_course, load_exercise
from mxtutor.content.workshop import Workshop
from mxtutor.errors import UsageError
from mxtutor.grading.protocol import Diagnosis, Report, Submission, Verdict
from mxtutor.live.reporter import ClassReporter, ClassState
from mxtutor.paths import content_root
from mxtutor.plain.commands import BY_NAME, COMMANDS
from mxtutor.plain.spoken import detail_lines, ended, input_lines, position, spoken, value_lines, verdict_lines
from mxtutor.plain.terminal import MOST_LINE, Terminal, Waiting, wrapped
from mxtutor.plain.tutor import run_plain
from mxtutor.progress.model import Draft
from mxtutor.progress.store import open_store
from mxtutor.session.rules import ASSESSMENT
from tests.plain.conftest import Talk
from tests.ui.fakes import COURSE, ERROR, REVIEW, RIGHT, WRONG, FakeGrader
from tests.ui.workshops import PATH_ONLY, WORKSHOP

ARCCOS, FLIP, HALVE, JOIN = "tensors/arccos", "tensors/flip", "tensors/halve", "tensors/join-axis"


def test_an_empty_input_ends_it_and_keeps_everything(talk: Talk) -> None:
    said = talk()
    assert said.splitlines()[-1] == "Everything is kept. Goodbye."
    assert "Next: the lesson Names that changed, tensors/names. Type next to open it." in said
    assert "placement asks at most eight questions" in said


def test_nothing_that_it_writes_moves_a_cursor_or_is_coloured(talk: Talk, grader: FakeGrader) -> None:
    grader.reports = [WRONG, ERROR, RIGHT]
    said = talk("next", "run", "all", "next", "code", "x = 1", ".", *["check", "details"] * 3, "solution", "history")
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2500-\u259f]", said)


def test_help_lists_what_works_here_and_says_what_one_command_does(talk: Talk) -> None:
    said = talk("help", "open tensors/arccos", "help", "help line", "help nothing")
    first, second = said.split("You can type anywhere:")[0], said.split("You can type here:")[1]
    assert "check: checks your answer." not in first
    assert "check: checks your answer." in second
    assert "line N TEXT: replaces a line: line 3 return x;" in second
    assert "Unknown command: nothing." in second


class _Answering(io.BytesIO):
    """Answers a placement with the first option, the value 1, or code; it reads what the last prompt asks for."""

    def __init__(self, written: io.StringIO) -> None:
        super().__init__()
        self._written, self._next = written, ["placement"]

    def readline(self, _: int | None = -1) -> bytes:
        if not self._next:
            prompt = self._written.getvalue().rpartition("\n")[2]
            asked = {
                "Type a letter": ["a"],
                "Type the value": ["1"],
                "Type code, check, skip": ["line 1 x = 1", "check"],
            }
            self._next = next((typed for start, typed in asked.items() if prompt.startswith(start)), [])
        return f"{self._next.pop(0)}\n".encode() if self._next else b""


def test_after_a_placement_next_opens_what_it_recommends_also_at_the_next_start(home: Path) -> None:
    class Judge(FakeGrader):
        def grade(self, submission: Submission, on_output: object = None) -> Report:
            right = submission.exercise.id.partition("/")[0] in ("tensors", "autograd")
            return replace(RIGHT if right else WRONG, exercise=submission.exercise.id)

    def run(source: io.BytesIO, written: io.StringIO) -> str:
        terminal = Terminal(source, written, interactive=False)
        run_plain(terminal, content_root(), grader=Judge(), open_progress=lambda: open_store(home))
        return written.getvalue()

    written = io.StringIO()
    said = run(_Answering(written), written)
    begin = re.search(r"Begin with: (.+)", said)
    assert begin is not None, said[-2000:]
    title = begin[1].rstrip(".")
    assert f"lesson {title}," in said.rpartition("Next: the ")[2]
    later = run(io.BytesIO(b"next\n"), io.StringIO())
    assert f"Next: the lesson {title}," in later
    assert re.search(rf"Lesson \d+ of \d+: {re.escape(title)}", later)


class _Reporter:
    """Notes what the class is told."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.membership = self

    def wants(self, exercise: str) -> bool:
        return exercise == ARCCOS

    @property
    def state(self) -> ClassState:
        called = "help" in self.told[-1:]
        return ClassState(call="known" if called else "", help_in=ARCCOS if called else "")

    def await_call(self, _: float) -> None:
        """The class knows at once."""

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *_: self.told.append(name)


def test_a_class_is_told_what_the_learner_does_and_asked_for_help(home: Path, grader: FakeGrader) -> None:
    typed = ["open tensors/arccos", "hint", "code", "a = 1", ".", "check", "call", "call", "solution yes"]
    written, reporter = io.StringIO(), _Reporter()
    terminal = Terminal(
        io.BytesIO("\n".join([*typed, "open tensors/flip", "call"]).encode()), written, interactive=False
    )
    run_plain(
        terminal,
        COURSE,
        grader=grader,
        open_progress=lambda: open_store(home),
        reporter=cast("ClassReporter", reporter),
    )
    assert reporter.told == [
        "opened", "hint", "attempt", "help", "help_withdrawn", "gave_up", "solution", "opened"
    ]  # fmt: skip
    assert "Your class knows that you need help here." in written.getvalue()
    assert "Your class does not follow this exercise." in written.getvalue()


def test_every_command_of_the_table_is_offered_on_some_page(home: Path) -> None:
    typed = ["help", "next", "help", "open tensors/arccos", "help", "open tensors/flip", "help", "placement", "help"]
    written = io.StringIO()
    for workshop in (None, WORKSHOP, replace(WORKSHOP, sealed=True, hints="never", solutions="never")):
        terminal = Terminal(io.BytesIO("\n".join(typed).encode()), written, interactive=False)
        run_plain(
            terminal,
            COURSE,
            grader=FakeGrader(),
            open_progress=lambda: open_store(home),
            workshop=workshop,
            reporter=None if workshop is None else cast("ClassReporter", _Reporter()),
            home=home,
        )
    listed = {line.partition(":")[0].split(" ")[0] for line in written.getvalue().splitlines()}
    assert {command.name for command in COMMANDS} <= listed
    assert all(len(name) > 1 or name not in "abcdefghij" for name in BY_NAME), "letters are options"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("hlep", "Unknown command: hlep. Did you mean help?"),
        ("\x00\x1b[31m\xff", "Unknown command: "),
        ("check", "The command check does not work here. It works in an exercise or in a placement."),
        ("open", "Type an id after open, for example: open tensors/first-steps."),
        ("open tensors/arcos", "There is no exercise, lesson or topic 'tensors/arcos'. Did you mean tensors/arccos"),
        ("open 7", "The last list has no number 7."),
        (
            "open 99999999999999999999",
            "There is no exercise, lesson or topic '99999999999999999999'. Type list for",
        ),
        ("list nothing", "There is no topic 'nothing'."),
        ("path nothing", "There is no path 'nothing'."),
        ("lookup", "Type a name after lookup"),
        ("lookup acoss", "acoss is not in the table: this is about acos."),
        ("lookup torch.acoss", "torch.acoss is not in the table. Did you mean torch.acos"),
        ("back", "This is the course. Type quit to end mxtutor."),
        ("x" * 5000, "Unknown command: " + "x" * 40 + " and so on."),
    ],
)
def test_what_is_typed_wrongly_gets_one_sentence_and_nothing_ends(talk: Talk, typed: str, said: str) -> None:
    written = talk(typed, "where")
    assert said in written
    assert written.count("You are at the course.") == 2


@pytest.mark.parametrize("typed", ["return nd.arccos(x)", "nd.arccos(x)", "def arccos(x):", "x = 3", "import mxnet"])
def test_code_where_a_command_is_expected_is_told_how_to_begin(talk: Talk, typed: str) -> None:
    said = talk("open tensors/arccos", typed)
    assert "This looks like code. Type code first" in said
    assert "This looks like code." not in talk(typed)  # the course takes no code
    assert "This looks like code." not in talk("open tensors/arccos", "whre", "12", "chek it")


def test_where_says_the_last_verdict_again(talk: Talk, grader: FakeGrader) -> None:
    grader.reports = [WRONG]
    typed = ("open tensors/arccos", "code", "x = 1", ".")
    assert "The last verdict" not in talk(*typed, "where")
    assert "The last verdict: Not right yet." in talk(*typed, "check", "where")


def test_a_starter_that_was_only_run_is_no_answer(talk: Talk, home: Path) -> None:
    talk("open tensors/arccos", "run", "check")
    store = open_store(home)
    assert store.draft(ARCCOS) is None
    store.close()


def test_going_on_from_a_lesson_says_what_was_not_read(talk: Talk) -> None:
    assert "of this lesson. Type back to return to it." in talk("next", "next")
    assert "of this lesson. Type back to return to it." not in talk("next", "all", "next")


def test_binary_input_and_lines_without_end_are_refused_line_by_line(talk: Talk) -> None:
    said = talk(data=bytes(range(256)) * 8 + b"\n" + b"y" * (2 * MOST_LINE + 5) + b"\nwhere\n")
    assert "That line is longer than 1 MiB. It is left out." in said
    assert said.count("You are at the course.") == 2


def test_an_answer_is_typed_checked_and_kept(talk: Talk, grader: FakeGrader, home: Path) -> None:
    grader.reports = [WRONG, RIGHT]
    code = ("def arccos(x):", "    return nd.arcsin(x)")
    said = talk(
        "open tensors/arccos", "code", *code, ".", "check", "details", "line 2 return nd.arccos(x)", "lines", "check"
    )
    assert "Your answer has 2 lines now." in said
    assert "Verdict: Not right yet." in said
    assert "Element 1 (index [0]): expected 3.141593, got -1.570796." in said
    assert "Right in this case: type, shape, dtype, inputs." in said
    assert "Line 2, indent 4: return nd.arccos(x)" in said
    assert "Verdict: Right." in said
    assert "Next: the exercise Turning an array around." in said
    assert [one.source for one in grader.graded] == [
        b"def arccos(x):\n    return nd.arcsin(x)\n",
        b"def arccos(x):\n    return nd.arccos(x)\n",
    ]
    store = open_store(home)
    assert store.standing(ARCCOS).status == "done"
    assert [one.verdict for one in store.attempts(ARCCOS)] == [Verdict.RIGHT, Verdict.WRONG]
    assert (home / "answers" / f"{ARCCOS}.py").read_text() == "def arccos(x):\n    return nd.arccos(x)\n"
    place = store.place()
    assert place is not None
    assert place.id == ARCCOS
    store.close()


class _Keys(io.BytesIO):
    """Typed lines; a line ^D is the end of the input as a terminal sends it, once, and ^C an interrupt."""

    def readline(self, size: int | None = -1, /) -> bytes:
        line = super().readline(size)
        if line == b"^C\n":
            raise KeyboardInterrupt
        return b"" if line == b"^D\n" else line


def _with_keys(home: Path, *typed: str) -> str:
    terminal, written = _Keys("".join(f"{line}\n" for line in typed).encode()), io.StringIO()
    told = Terminal(terminal, written, interactive=True)
    run_plain(told, COURSE, grader=FakeGrader(), open_progress=lambda: open_store(home))
    return written.getvalue()


def test_ctrl_d_ends_a_text_as_a_dot_does(home: Path) -> None:
    said = _with_keys(home, "open tensors/arccos", "code", "a = 1", "b = 2", "^D", "lines", "code", "^D", "where")
    assert "A line with '.' alone, or Ctrl-D, ends it." in said
    assert "Your answer has 2 lines now. Type check to check it." in said
    assert "Line 2: b = 2" in said
    assert said.index("You typed nothing. Your answer stays as it was.") < said.rindex("arccos")
    assert (home / "answers" / f"{ARCCOS}.py").read_text() == "a = 1\nb = 2\n"


def test_ctrl_c_leaves_the_answer_and_keeps_the_text_in_the_history(home: Path) -> None:
    said = _with_keys(home, "open tensors/arccos", "code", "whole = 1", ".", "code", "half = 1", "^C", "history 1")
    assert "Your answer stays as it was. The command history lists what you typed." in said
    assert said.index("Attempt 1") < said.index("half = 1")
    assert (home / "answers" / f"{ARCCOS}.py").read_text() == "whole = 1\n"


def test_the_end_of_all_input_ends_a_text_too(talk: Talk, home: Path) -> None:
    assert "Everything is kept." in talk("open tensors/arccos", "code", "whole = 1", ".", "code", "half = 1")
    store = open_store(home)
    assert store.draft(ARCCOS) == Draft("half = 1\n")
    assert [one.code for one in store.attempts(ARCCOS)] == ["whole = 1\n"]
    store.close()


def test_a_command_of_another_page_says_where_it_works(talk: Talk) -> None:
    said = talk("history", "more", "skip", "open tensors/names", "restore 1", "open tensors/arccos", "more")
    assert "The command history does not work here. It works in an exercise." in said
    assert "The command restore does not work here. It works in an exercise." in said
    assert said.count("The command more does not work here. It works in a lesson.") == 2
    assert "The command skip does not work here. It works in a placement." in said


def test_a_line_of_two_dots_is_a_dot_inside_of_a_text(talk: Talk, home: Path) -> None:
    talk("open tensors/arccos", "code", "s = '''", "..", "'''", ".")
    assert (home / "answers" / f"{ARCCOS}.py").read_text() == "s = '''\n.\n'''\n"


def test_a_mistake_has_a_name_and_a_reason_and_its_explanation_is_a_hint(talk: Talk, grader: FakeGrader) -> None:
    mistake = Diagnosis("sine", "That is the inverse sine: use `nd.arccos`.", "Another function.")
    grader.reports = [replace(WRONG, diagnosis=(mistake,))]
    missed = ("open tensors/arccos", "code", "a = 1", ".", "check", "line 1 a = 2", "check")
    said = talk(*missed, "hint")
    assert said.count("The mistake: Another function. That is the inverse sine.\n") == 2
    assert "nd.arccos" not in said.split("Verdict:", 1)[1]
    helped = talk(*missed, "hint", "hint again")
    assert "Hint 2 of 4, what to do about your mistake:\nThat is the inverse sine: use nd.arccos.\n" in helped


def test_lines_are_inserted_deleted_and_taken_back(talk: Talk, home: Path) -> None:
    said = talk(
        "open tensors/arccos",
        "code",
        "a",
        "b",
        "c",
        ".",
        "insert 2 x",
        "delete 1-2",
        "undo",
        "delete 9",
        "line",
        "lines",
    )
    assert "Line 2: x" in said
    assert "Deleted lines 1 to 2." in said
    assert "There is no line 9. Your answer has 4 lines." in said
    assert "Type the number of a line, then its text. For example: line 3 return x." in said
    assert (home / "answers" / f"{ARCCOS}.py").read_text() == "a\nx\nb\nc\n"


def test_a_new_line_keeps_its_indentation_unless_one_is_typed(talk: Talk, home: Path) -> None:
    talk("open tensors/arccos", "code", "if a:", "    b", ".", "line 2 c", "insert 3   d")
    assert (home / "answers" / f"{ARCCOS}.py").read_text() == "if a:\n    c\n  d\n"


def test_an_answer_is_taken_from_a_file(talk: Talk, tmp_path: Path, home: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_bytes(b"mine = 1\r\n")
    said = talk("open tensors/arccos", f"use {file}", "use /nowhere/x.py", f"use {tmp_path}", "use", "edit")
    assert (home / "answers" / f"{ARCCOS}.py").read_text() == "mine = 1\n"
    assert "There is no file" in said
    assert "is a folder." in said
    assert f"Your answer is in the file {home / 'answers' / ARCCOS}.py." in said
    assert "An editor needs a terminal." in said


def test_another_editor_s_text_is_taken_before_a_check(talk: Talk, grader: FakeGrader, home: Path) -> None:
    talk("open tensors/arccos", "code", "mine = 1", ".")
    (home / "answers" / f"{ARCCOS}.py").write_text("theirs = 2\n")
    said = talk("open tensors/arccos", "check")
    assert "The answer file has changed." in said
    assert grader.graded[0].source == b"theirs = 2\n"
    store = open_store(home)
    assert "mine = 1\n" in [one.code for one in store.attempts(ARCCOS)]
    store.close()


def test_hints_open_one_after_the_other_and_are_counted(talk: Talk, home: Path) -> None:
    said = talk("open tensors/arccos", "hint again", *["hint"] * 4, "hint again")
    assert "No hint is open." in said
    assert "Hint 1 of 3, an idea:" in said
    assert "Hint 3 of 3, a skeleton:" in said
    assert "There is no further hint." in said
    store = open_store(home)
    assert store.standing(ARCCOS).hints == 3
    store.close()


@pytest.mark.parametrize(("said", "given_up"), [("yes", True), ("no", False), ("", False)])
def test_the_solution_is_read_after_giving_up(talk: Talk, home: Path, said: str, given_up: bool) -> None:
    written = talk("open tensors/arccos", "solution", said)
    assert ("return nd.arccos(x)" in written) is given_up
    store = open_store(home)
    assert store.standing(ARCCOS).gave_up is given_up
    store.close()


def test_after_a_pass_notes_cost_and_the_solution_are_read_without_a_question(talk: Talk, grader: FakeGrader) -> None:
    grader.reports, grader.said = [RIGHT], REVIEW
    said = talk("open tensors/arccos", "code", "a = 1", ".", "check", "solution")
    assert "Note: Line 6: In a loop, the code waits 4 times for a result." in said
    assert "One call costs more than the solution's: operators 14 instead of 3" in said
    assert "Idiomatic answer, " in said
    assert "Give up on this one?" not in said


def test_a_title_that_is_a_question_ends_once() -> None:
    assert (ended("How many items?"), ended("A matrix of zeros")) == ("How many items?", "A matrix of zeros.")


def test_a_choice_is_answered_by_letter_or_number(talk: Talk, grader: FakeGrader) -> None:
    said = talk("open tensors/flip", "b", "answer 1", "A.")
    assert "a. " in said
    assert [one.source for one in grader.graded] == [b"b", b"a", b"a"]


def test_a_prediction_is_answered_by_its_value(talk: Talk, grader: FakeGrader) -> None:
    grader.reports = [RIGHT]
    said = talk("open tensors/join-axis", "(4, 3)", "answer 'x'", "nosuch")
    assert "An answer is a value of Python; text needs quotes" in said
    assert [one.source for one in grader.graded] == [b"(4, 3)", b"'x'"]
    assert "Unknown command: nosuch." in said


def test_reset_history_and_restore_lose_nothing(talk: Talk, home: Path) -> None:
    typed = ["history", "code", "first = 1", ".", "check", "reset", "history", "history 1", "restore 1", "restore 9"]
    said = talk("open tensors/arccos", *typed, "reset", "undo")
    assert "There is no attempt yet." in said
    assert "Started over." in said
    assert "1. Draft" in said or "1. Not right yet" in said
    assert "Type the number of an attempt." in said
    assert (home / "answers" / f"{ARCCOS}.py").read_text() == "first = 1\n"


def test_a_draft_runs_beside_the_reference(talk: Talk, grader: FakeGrader) -> None:
    said = talk("open tensors/arccos", "run")
    assert "Input x: [0.0, 0.5, 1.0]" in said
    assert "PyTorch gives: tensor([1.5708, 1.0472, 0.0000])" in said
    assert "Your draft prints:\ncalled" in said
    assert len(grader.played) == 1


def test_a_lesson_is_read_part_by_part_and_its_code_runs(talk: Talk, home: Path, grader: FakeGrader) -> None:
    said = talk("open tensors/names", "run", "", "run", "", "again", "next")
    assert "PyTorch code, 2 lines:\nx = torch.tensor([0.0, 0.5, 1.0])\ntorch.acos(x)\nEnd of code." in said
    assert "Both give the same values." in said
    assert "It raises this error, as the text says." in said
    assert "End of the lesson. It has 2 exercises." in said
    assert "1. Inverse cosine, element by element, tensors/arccos: not tried." in said
    assert "Exercise 1 of 2 of the lesson Names that changed" in said
    store = open_store(home)
    assert store.lessons_read() == {"tensors/names"}
    store.close()


def test_numbers_of_the_last_list_open_what_they_name(talk: Talk) -> None:
    said = talk("list", "1", "3", "where", "back", "back", "where")
    assert "1. Tensors, tensors: 0 of 4 exercises done." in said
    assert "2. Inverse cosine, element by element, tensors/arccos: not tried." in said
    assert said.count("Exercise 2 of 2 of the lesson Names that changed: Turning an array around") == 2
    assert "Topic Tensors. Lesson 1 of 2: Names that changed." in said


def test_progress_and_filtered_lists_count_what_was_done(talk: Talk, grader: FakeGrader) -> None:
    grader.reports = [RIGHT]
    said = talk(
        "open tensors/arccos", "code", "a = 1", ".", "check", "progress", "list done", "list todo", "next", "where"
    )
    assert "Tensors: done 1 of 4," in said
    assert "1 exercise:\n1. Inverse cosine, element by element, tensors/arccos: done, 1 attempt." in said
    assert "3 exercises:" in said


def test_a_solved_exercise_whose_task_changed_says_so(talk: Talk, home: Path) -> None:
    store = open_store(home)
    store.add_attempt(ARCCOS, "x", RIGHT, "another task")
    store.close()
    assert "changed since you solved it" in talk("open tensors/arccos")


def test_what_is_due_is_reviewed_with_other_inputs_and_without_help(talk: Talk, home: Path, grader: FakeGrader) -> None:
    store = open_store(home)
    store.add_attempt(ARCCOS, "mine = 1\n", RIGHT)
    store.save_draft(ARCCOS, Draft("mine = 1\n"))
    store.close()
    with closing(sqlite3.connect(home / "progress.db")) as database, database:
        database.execute("UPDATE events SET at = '2024-01-01T00:00:00.000000+00:00'")
    grader.reports = [WRONG, RIGHT]
    said = talk("due", "review", "hint", "lookup torch.acos", "code", "again = 2", ".", "check", "check", "next", "due")
    assert said.count("1 review today, about 2 minutes. Type review to begin.") == 2
    assert "1. Inverse cosine, element by element, tensors/arccos." in said
    assert "Review: Inverse cosine, element by element, tensors/arccos." in said
    assert "The command hint does not work here." in said
    assert "There is no look-up here." in said
    assert "Rated again: it comes back tomorrow, even if you solve it now." in said
    assert "Nothing else is due." in said
    assert "No review is due today. The next one is " in said
    store = open_store(home)
    assert [one.verdict for one in store.attempts(None, drill=True)] == [Verdict.RIGHT, Verdict.WRONG]
    assert store.draft(ARCCOS) == Draft("mine = 1\n")
    assert store.standing(ARCCOS).attempts == 1
    store.close()


def test_a_review_that_is_left_goes_on_with_its_text(talk: Talk, grader: FakeGrader) -> None:
    grader.reports = [RIGHT]
    typed = ["open tensors/arccos", "code", "a = 1", ".", "check", "review tensors/arccos", "code", "half = 1", "."]
    said = talk(*typed, "back", "review tensors/arccos", "lines", "review tensors/flip", "review 5")
    assert "Line 1: half = 1" in said
    assert "tensors/flip is not solved yet." in said
    assert "No review has the number 5." in said


def test_mistakes_and_statistics_are_read(talk: Talk) -> None:
    said = talk(
        "mistakes", "statistics", "open tensors/arccos", "code", "a = 1", ".", "check", "mistakes", "statistics"
    )
    assert "No mistake of yours was named yet." in said
    assert "In tensors/arccos, once, last today, not solved yet." in said
    assert "Tensors: done 0 of 4, first try 0% of 1, checks 1" in said


def test_a_placement_asks_without_help_and_says_what_is_known(talk: Talk, grader: FakeGrader, home: Path) -> None:
    grader.reports = [RIGHT]
    said = talk("placement", "hint", "lookup torch.acos", "check", "skip", "back", "where")
    assert "Placement, question 1 of at most 8:" in said
    assert "The command hint does not work here." in said
    assert "There is no look-up here." in said
    assert " first. Type skip if you do not know." in said
    assert "Placement, question 2 of at most 8:" in said
    assert "You are at the course." in said
    answers = {"arccos": ["code", "def arccos(x): 1", ".", "check"], "halve": ["code", "def halve(x): 1", ".", "check"]}
    typed = ["placement"]
    for _ in range(4):  # whatever is asked: a letter, a value or a function
        typed += ["a", "(4, 3)", *answers["arccos"], *answers["halve"]]
    said = talk(*typed, "stop")
    assert said.index("Placement, question 2 of at most 8:") < said.index("The placement has ended.")
    assert "known now; next skips them." in said
    store = open_store(home)
    assert any(store.known().values())
    assert store.standings()
    store.close()


def test_a_placement_closes_every_command_that_is_not_listed(talk: Talk) -> None:
    closed = [command.name for command in COMMANDS if not ASSESSMENT.action("plain", command.name)]
    assert {"hint", "solution", "lookup", "details", "run", "history"} <= set(closed)
    said = talk("placement", *closed).split("question 1 of")[1]
    refused = {name for name in closed if f"The command {name} does not work here." in said}
    assert refused == set(closed) - {"lookup"}
    assert "There is no look-up here." in said


def test_an_answer_that_mxtutor_cannot_run_in_a_placement_is_asked_again(talk: Talk, grader: FakeGrader) -> None:
    grader.reports = [Report(ARCCOS, Verdict.BROKEN, "No.", fix="Wait.")]
    typed = ["a", "(4, 3)", "code", "def arccos(x): 1; halve = 2", ".", "check"]
    said = talk("placement", *typed, "stop")
    assert "mxtutor could not run it: No. Wait." in said
    assert "These answers do not show yet what you know" in said


def test_the_look_up_reads_a_row(talk: Talk) -> None:
    said = talk("lookup torch.acos")
    assert "torch.acos: another name." in said
    assert "nd.arccos" in said


def test_a_broken_verdict_is_not_counted(talk: Talk, grader: FakeGrader, home: Path) -> None:
    grader.reports = [Report(ARCCOS, Verdict.BROKEN, "The reference could not run.", fix="Run `mxtutor doctor`.")]
    said = talk("open tensors/arccos", "code", "a = 1", ".", "check")
    assert "Verdict: Could not check." in said
    assert "\nRun mxtutor doctor.\n" in said
    store = open_store(home)
    assert store.standing(ARCCOS).attempts == 0
    store.close()


def test_a_long_check_says_from_time_to_time_that_it_works(grader: FakeGrader) -> None:
    written = io.StringIO()
    terminal = Terminal(io.BytesIO(), written, interactive=False)
    gate = threading.Event()
    grader.started = 1
    waiting = Waiting(terminal, grader, first=0.01, then=0.01)

    def work() -> str:
        while not re.search(r"Checking, \d+ seconds so far\. Ctrl-C stops it\.", written.getvalue()):
            gate.wait(0.005)
        return "done"

    assert waiting.call("Checking", work) == "done"


def test_ctrl_c_stops_a_check_and_nothing_else(grader: FakeGrader, monkeypatch: pytest.MonkeyPatch) -> None:
    written = io.StringIO()
    gate = threading.Event()

    def interrupt(_: Terminal, *lines: str) -> None:
        if not any("Stop" in line for line in lines):
            raise KeyboardInterrupt
        written.write(lines[-1])

    monkeypatch.setattr(Terminal, "say", interrupt)
    monkeypatch.setattr(grader, "cancel", gate.set)
    waiting = Waiting(Terminal(io.BytesIO(), written, interactive=False), grader, first=0.01)
    assert waiting.call("Checking", lambda: gate.wait(20)) is None
    assert written.getvalue() == "Stopping.Stopped. It does not count."


def test_an_error_of_the_grader_is_raised_where_it_was_called(grader: FakeGrader) -> None:
    def fail() -> None:
        raise UsageError("No.")

    with pytest.raises(UsageError):
        Waiting(Terminal(io.BytesIO(), io.StringIO(), interactive=False), grader).call("Checking", fail)


def _in_workshop(home: Path, workshop: Workshop, *typed: str) -> str:
    written = io.StringIO()
    terminal = Terminal(io.BytesIO("\n".join(typed).encode()), written, interactive=False)
    run_plain(terminal, COURSE, grader=FakeGrader(), open_progress=lambda: open_store(home), workshop=workshop)
    return written.getvalue()


def test_a_workshop_holds_hints_and_solutions_back(home: Path) -> None:
    said = _in_workshop(
        home, replace(WORKSHOP, hints="never", solutions="never"), "open tensors/arccos", "hint", "solution yes"
    )
    assert "Welcome. We port a small net from PyTorch to Gluon." in said
    assert "Hint 1 of" not in said
    assert "return nd.arccos(x)" not in said
    store = open_store(home)
    assert store.standing(ARCCOS).hints == 0
    store.close()


def test_a_path_has_the_order_and_the_exercises_of_its_file(home: Path) -> None:
    said = _in_workshop(home, PATH_ONLY, "list", "open tensors/arccos", "next", "where", "paths", "placement")
    assert "1. Names that changed, " in said
    assert "The shape of a concatenation, tensors/join-axis" in said
    assert "The command paths does not work here." in said
    assert "The command placement does not work here." in said


def test_commands_take_no_plain(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--plain", "list"]) == 2
    assert "`list` takes no --plain." in capsys.readouterr().err


def test_the_assessment_asks_line_by_line_and_goes_on_where_it_was_left(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"skip\nlookup torch.abs\nopen tensors\nquit\n")))
    assert main(["--plain", "assess", "--minutes", "5"]) == 0
    out, err = capsys.readouterr()
    assert out.count("minutes left") == 2
    assert ("nd.abs" in out, "Topic" in out) == (False, False)
    assert "your answers are kept" in err
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"skip\n" * 60)))
    assert main(["--plain", "assess"]) == 0
    assert "What this test cannot tell" in capsys.readouterr().out


@pytest.mark.parametrize(("typed", "about"), [("\n", "the whole course"), ("new\n", "the project one.py")])
def test_a_test_about_something_else_is_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], typed: str, about: str
) -> None:
    (tmp_path / "one.py").write_text("import torch\ntorch.acos(x)\n")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"quit\n")))
    assert main(["--plain", "assess", "--minutes", "5"]) == 0
    capsys.readouterr()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(f"{typed}quit\n".encode())))
    assert main(["--plain", "assess", "--scan", str(tmp_path / "one.py")]) == 0
    out = capsys.readouterr().out
    assert "You have left a test about the whole course." in out
    assert f"{about}: " in out.partition("press Enter to go on")[2]


def test_all_the_time_that_an_answer_of_the_assessment_takes_counts(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = [0.0]

    class Slow(io.BytesIO):
        """Input that is typed at one line in two and a half minutes."""

        def readline(self, size: int | None = -1, /) -> bytes:
            clock[0] += 150.0
            return super().readline(size)

    monkeypatch.setattr("mxtutor.plain.pages.monotonic", lambda: clock[0])
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(Slow(b"where\nquit\n")))
    assert main(["--plain", "assess", "--minutes", "5"]) == 0
    out = capsys.readouterr().out
    assert out.index("5 minutes left") < out.index("2 minutes left")


@pytest.mark.parametrize("arguments", [["--plain", ARCCOS], [ARCCOS, "--plain"]])
def test_the_option_may_stand_behind_the_id(
    arguments: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, grader: FakeGrader
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"where\n")))
    made = cast("MakeGrader", lambda **_: contextlib.nullcontext(grader))
    assert main(["--pack", str(COURSE), *arguments], make_grader=made) == 0
    assert capsys.readouterr().out.count("Exercise 1 of 2 of the lesson Names that changed") == 2


def test_markdown_is_read_as_sentences() -> None:
    text = (
        "# Head\nOne `code`.\nTwo **bold**.\n\n- a\n- b\n\n1. x\n\n| name | form |\n|--|--|\n| acos | `arccos` |\n\n"
        "> Quoted [link](http://x).\n\n```python\n  y = 1\n```\n"
    )
    assert list(spoken(text)) == [
        "Heading: Head", "One code.", "Two bold.", "- a", "- b", "1. x", "Table with 1 row.",
        "Row 1. name: acos; form: arccos.", "Quoted link.", "Code, 1 line:", "  y = 1", "End of code.",
    ]  # fmt: skip


def test_positions_and_matrices_are_read_in_words() -> None:
    assert position(()) == "The only value"
    assert position((2, 0)) == "Row 3, column 1 (index [2, 0])"
    assert position((0, 1, 2)) == "Position 1, 2, 3 (index [0, 1, 2])"
    shown = "torch.Tensor, float32 (2, 2)\n[[1., 2.5],\n [3., -4.]]"
    assert list(value_lines("Got", shown)) == [
        "Got, torch.Tensor, float32 (2, 2), 2 rows:", "Row 1: 1, 2.5.", "Row 2: 3, -4."
    ]  # fmt: skip
    assert list(value_lines("Got", "(3, 4)")) == ["Got: (3, 4)"]
    assert list(value_lines("Got", "[[[1, 2]]]")) == ["Got: [[[1, 2]]]"]
    deep = "x (2, 2, 1)\n[[[1.],\n  [nan]],\n\n [[-1e-05],\n  [inf]]]"
    assert list(value_lines("Got", deep, most=3)) == [
        "Got, x (2, 2, 1), 4 rows:",
        "Block 1, row 1: 1.",
        "Block 1, row 2: nan.",
        "Block 2, row 1: -1e-05.",
        "1 more row.",
    ]


@pytest.mark.parametrize("shown", ["[[1, 2],\n ...]", "[['a'],\n ['b']]", "[[1],\n 2]", "[[1]]]\n[", "[[\n]]"])
def test_what_is_no_array_is_read_as_it_is(shown: str) -> None:
    assert list(value_lines("Got", shown)) == ["Got, 2 lines:", *shown.splitlines()]


def test_a_line_is_read_by_its_number_and_stays(talk: Talk, home: Path) -> None:
    said = talk("open tensors/arccos", "code", "one = 1", "two = 2", ".", "line 2", "line 3", "line 9")
    assert "Line 2: two = 2" in said
    assert (home / "answers" / f"{ARCCOS}.py").read_text() == "one = 1\ntwo = 2\n\n"


def test_the_arguments_of_a_case_are_read_by_name() -> None:
    inputs = "x = # float32 (2, 2)\n[[-0.3, 0.5],\n [ 1., 2.]]\nrows = 5\n"
    assert list(input_lines(inputs)) == [
        "Input x, float32 (2, 2), 2 rows:", "Row 1: -0.3, 0.5.", "Row 2: 1, 2.", "Input rows: 5"
    ]  # fmt: skip


def test_the_task_of_every_exercise_of_the_tests_can_be_read(talk: Talk) -> None:
    for identity in load_course(COURSE).exercises:
        exercise = load_exercise(COURSE / "exercises" / identity, identity)
        assert exercise.title in talk("task", start_at=identity)


def test_an_untouched_starter_and_a_syntax_error_are_no_attempts(talk: Talk, grader: FakeGrader, home: Path) -> None:
    said = talk("open tensors/arccos", "check", "code", "def arccos(x:", ".", "check")
    assert said.count("Not run, and not counted.") == 2
    assert "This is still the starter." in said
    assert "SyntaxError in line 1" in said
    assert not re.search(r"^ *\^", said, re.MULTILINE)
    assert grader.graded == []
    store = open_store(home)
    assert store.standing(ARCCOS).attempts == 0
    store.close()


def test_the_details_say_which_cases_are_not_right() -> None:
    (case,) = WRONG.cases[:1]
    cases = tuple(replace(case, name=f"case {n}", verdict=Verdict.RIGHT if n == 4 else Verdict.WRONG) for n in range(7))
    report = replace(WRONG, cases=cases)
    assert "1 of 7 cases are right. Not right: 1, 2, 3, 4, 6, 7." in list(detail_lines(report))
    assert not any("cases are right" in line for line in verdict_lines(report, full=True))


def test_what_a_review_says_names_no_command_that_it_lacks(talk: Talk, grader: FakeGrader) -> None:
    grader.reports = [RIGHT, WRONG]
    typed = [
        "open tensors/arccos",
        "code",
        "x = 1",
        ".",
        "check",
        "review tensors/arccos",
        "code",
        "x = 2",
        ".",
        "check",
    ]
    review = talk(*typed).split("Review: ")[1]
    assert "Verdict: Not right yet." in review
    assert "command" not in review


def test_the_end_of_a_lesson_is_said_again(talk: Talk) -> None:
    assert talk("next", "all", "all").count("End of the lesson.") == 2


@pytest.mark.parametrize("width", [20, 60, 80])
def test_no_line_is_wider_than_the_terminal(home: Path, grader: FakeGrader, width: int) -> None:
    grader.reports = [WRONG, ERROR, RIGHT]
    typed = [
        "help",
        "next",
        "run",
        "all",
        "next",
        "code",
        "x = 1",
        ".",
        *["check", "details"] * 3,
        "solution",
        "history",
    ]
    written = io.StringIO()
    source = io.BytesIO("\n".join([*typed, "lookup torch.cat", "list tensors", "statistics"]).encode())
    terminal = Terminal(source, written, interactive=True, width=lambda: width)
    run_plain(terminal, COURSE, grader=grader, open_progress=lambda: open_store(home))
    assert [line for line in written.getvalue().split("\n") if len(line) > width and not line.startswith("Type ")] == []


def test_lines_break_between_words_and_keep_their_indentation() -> None:
    assert list(wrapped("    one two three\nx", 12)) == ["    one two", "      three", "x"]
    assert list(wrapped("a" * 25, 20)) == ["a" * 20, "a" * 5]
    assert list(wrapped("one two", None)) == ["one two"]


@pytest.mark.parametrize(("named", "width"), [("80", 80), ("5", 20), ("0", None), ("wide", None)])
def test_columns_names_the_width_of_a_pipe(monkeypatch: pytest.MonkeyPatch, named: str, width: int | None) -> None:
    monkeypatch.setenv("COLUMNS", named)
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert line_width() == width
