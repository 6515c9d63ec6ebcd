"""`mxtutor --plain assess`: the test line by line, for screen readers."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping

import click

from mxtutor.assessment.model import Item
from mxtutor.assessment.planning import begin
from mxtutor.assessment.records import AssessmentReport, Blueprint, SavedSession
from mxtutor.assessment.report import report_of
from mxtutor.assessment.session import Assessment
from mxtutor.content.model import Course, Exercise
from mxtutor.grading.protocol import Grader
from mxtutor.reporting.sanitize import clean_line
from mxtutor.session.asking import Asking, titles_of
from mxtutor.session.rules import ASSESSMENT
from mxtutor.session.session import Task

LETTERS = "abcdefghijklmnopqrstuvwxyz"
HOW = "End your answer with a line `.`; `:skip` says that you do not know, `:quit` leaves the test for later."
Keep = Callable[[SavedSession], None]


def ask_in_lines(
    course: Course, items: Mapping[str, Item], plan: Blueprint, learner: str, earlier: SavedSession | None,
    grader: Grader, keep: Keep,
) -> AssessmentReport | None:  # fmt: skip
    """Ask on standard input and output; return the report, None if the learner left before the end.

    Args:
        course: the whole course.
        items: its items.
        plan: what a new test is about.
        learner: their name, for a new test.
        earlier: a test that was left, which goes on.
        grader: grades the answers.
        keep: stores the test.
    """
    test = Assessment(earlier or begin(plan, learner), items, keep)
    asking = Asking(test, grader)
    click.echo(f"{test.plan.title}: {test.plan.minutes:g} minutes. {HOW}")
    while (found := asking.item(course, lambda exercise: exercise.prompt)) is not None:
        exercise, prompt = found
        _show(exercise, prompt, test)
        answered = False
        while not answered:
            began = time.monotonic()
            answer = _answer(exercise)
            for _ in range(max(1, int((time.monotonic() - began) // 60) + 1)):  # a step counts a minute at most
                test.tick(min(max(time.monotonic() - began, 0.0), 60.0))
                began += 60.0
            if answer is None:
                test.save()
                return None
            answered = _taken(asking, exercise, answer)
    test.saved.report = report_of(test, course, titles_of(course, test.plan.weights))
    test.save()
    return test.saved.report


def _show(exercise: Exercise, prompt: str, test: Assessment) -> None:
    click.echo(f"\n{clean_line(exercise.title)}, {test.seconds_left / 60:.0f} minutes left\n\n{prompt.strip()}\n")
    if exercise.kind == "choice":
        for letter, option in zip(LETTERS, exercise.options, strict=False):
            click.echo(f"{letter}) {option.text}")
    elif exercise.starter.strip():
        click.echo(exercise.starter.rstrip())


def _answer(exercise: Exercise) -> str | None:
    """Return what the learner types, `:skip` too; None to leave."""
    lines: list[str] = []
    for line in sys.stdin:
        text = line.rstrip("\r\n")
        if text == ":quit":
            return None
        if text == ":skip" or (text == "." and lines) or (exercise.kind in ("choice", "predict") and text.strip()):
            return text if text != "." else "\n".join(lines) + "\n"
        lines.append(text)
    return None


def _taken(asking: Asking, exercise: Exercise, answer: str) -> bool:
    if answer == ":skip":
        asking.skip()
        return True
    task = Task(exercise, lambda: ASSESSMENT)
    answer = answer.strip() if exercise.kind in ("choice", "predict") else answer
    if why := asking.missing(task, answer):
        click.echo(why)
        return False
    checked = asking.check(task, answer)
    said = asking.respond(checked) if checked is not None else "The answer was not run to its end."
    click.echo(f"{clean_line(said)} Try again, or `:skip`." if said else "Your answer is kept.")
    return not said
