"""A course of items without files, and learners who answer as a test says."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from mxtutor.assessment.model import Item
from mxtutor.assessment.planning import begin
from mxtutor.assessment.records import Blueprint, SavedSession
from mxtutor.assessment.session import Assessment
from mxtutor.content.outline import Course, LessonEntry, Topic

TOPICS = ("tensors", "blocks", "io")


def items(each: int = 10) -> dict[str, Item]:
    """Return items of three topics; every third one is a quiz."""
    made = {}
    for topic in TOPICS:
        for number in range(each):
            quiz = number % 3 == 0
            difficulty = -2.0 + 4.0 * number / max(each - 1, 1)
            one = Item(f"{topic}/e{number}", round(difficulty, 1), 1.0 if quiz else 3.0, 0.25 if quiz else 0.0, quiz)
            made[one.id] = one
    return made


def course(root: Path, bank: dict[str, Item]) -> Course:
    """Return a course with one lesson for each topic; its exercises have no files."""
    topics = []
    for topic in TOPICS:
        own = tuple(one for one in bank if one.startswith(f"{topic}/"))
        lesson = LessonEntry(f"{topic}/lesson", "A lesson", root / "lesson.md", own)
        topics.append(Topic(topic, topic.capitalize(), "", (lesson,)))
    return Course(root, tuple(topics))


def plan(bank: dict[str, Item], **changes: object) -> Blueprint:
    """Return a plan about all items."""
    usual: dict[str, object] = {
        "title": "a course",
        "weights": dict.fromkeys(bank, 1.0),
        "pool": tuple(bank),
        "topics": dict.fromkeys((one.topic for one in bank.values()), 1.0),
        "minutes": 20.0,
        "seed": 7,
    }
    return Blueprint(**{**usual, **changes})  # type: ignore[arg-type]


def session(
    bank: dict[str, Item],
    chosen: Blueprint | None = None,
    keep: Callable[[SavedSession], object] = lambda _: None,
) -> Assessment:
    """Return a new session."""
    return Assessment(begin(chosen or plan(bank)), bank, keep)


def answer_all(test: Assessment, right: Callable[[Item], bool], pace: float = 1.0) -> list[Item]:
    """Answer until the session ends; each item takes `pace` times its planned time. Return the items in order."""
    asked = []
    while (item := test.current()) is not None:
        asked.append(item)
        spend(test, 60 * item.minutes * pace)
        test.respond("right" if right(item) else "not-right")
    return asked


def spend(test: Assessment, seconds: float) -> None:
    """Let time pass while an item is shown."""
    while seconds > 0:
        test.tick(min(seconds, 30.0))
        seconds -= 30.0
