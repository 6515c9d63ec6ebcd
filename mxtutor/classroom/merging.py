"""Merges the results files of parts of a class; every answer counts once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from mxtutor.classroom.gradebook import Gradebook
from mxtutor.classroom.lines import Result, Run
from mxtutor.classroom.results_file import ResultsFile
from mxtutor.counts import count
from mxtutor.errors import UsageError

_SHARD, _MERGED = "shard", "merged"
"""Options of a run: the shards that it covers, and the number of merged files."""

_IS_SHARD = re.compile(r"\d{1,5}/\d{1,5}")


def merge(parts: Sequence[ResultsFile], into: ResultsFile, *, mixed: bool = False) -> list[str]:
    """Write the results of all `parts` into an empty file; return lines for people about it.

    Of several results of an answer, that of the newest run counts; of several overrides by the instructor, the newest.
    With `mixed`, parts may differ in versions and content, and may contain the same shard. The result is partial if a
    shard is missing.

    Raises:
        UsageError: a part has no results, the parts do not belong together, or the file cannot be written.
    """
    books = [part.book() for part in parts]
    if not mixed:
        _check_same_versions(books)
        _check_shards(books)
    if len({book.run.anonymous for book in books}) > 1:
        raise UsageError("Some parts hide the names of learners and some show them.", fix="Grade all parts in one way.")
    books.sort(key=lambda book: book.run.started)
    into.append(_joined([book.run for book in books], _shards(filter(_is_whole, books))))
    answers: dict[tuple[str, str], tuple[ResultsFile, Result]] = {}
    replaced = 0
    for book in books:
        for result in book.all():
            if result.place >= 0:
                replaced += (result.learner, result.exercise) in answers
                answers[result.learner, result.exercise] = book.reports, result
    for part, result in answers.values():
        into.append(part.raw(result))
    for line in sorted((one for part in parts for one in part.set_lines.values()), key=lambda one: one.at):
        into.append(line)
    missing = ", ".join(_missing(_shards(books)))
    interrupted = ", ".join(str(book.reports.path) for book in books if not _is_whole(book))
    into.end(partial=bool(missing or interrupted), at=books[-1].run.started)
    learners, seeds = len(into.book().learners), sorted({book.run.seed for book in books})
    text = f"merged {count(len(parts), 'part')}: {count(learners, 'learner')}, {count(len(answers), 'answer')}"
    again = f"; {count(replaced, 'answer')} in several parts, and the newest counts" if replaced else ""
    other = f"; the parts have different seeds ({', '.join(map(str, seeds))})" if len(seeds) > 1 else ""
    lines = [f"{text}{again}{other}"]
    lines += [f"the result is partial: {missing} of the class missing; merge again with it"] if missing else []
    rest = "was interrupted; run its command again, then merge"
    return lines + ([f"the result is partial: {interrupted} {rest}"] if interrupted else [])


def _shards(books: Iterable[Gradebook]) -> list[str]:
    """Return the shards that the runs cover: one, none, or for merged shards several of each."""
    every = (one for book in books for one in book.run.options.get(_SHARD, "").split())
    return [one for one in every if _IS_SHARD.fullmatch(one)]


def _is_whole(book: Gradebook) -> bool:
    """Return whether a part was graded completely; merged files that lack only some shards count as complete."""
    return not book.partial or (_MERGED in book.run.options and bool(_shards([book])))


def _missing(shards: Sequence[str]) -> Iterator[str]:
    """Yield each shard that occurs less often than another shard of the same division."""
    there = Counter(shards)
    for total in sorted({int(shard.partition("/")[2]) for shard in there}):
        names = [f"{number}/{total}" for number in range(1, total + 1)]
        most = max(there[name] for name in names)
        yield from (name for name in names if there[name] < most)


def _check_shards(books: Sequence[Gradebook]) -> None:
    """Check that the shards are parts of one division of one class.

    Raises:
        UsageError: a shard occurs twice, or the class was divided in two ways.
    """
    learners: dict[str, tuple[Path, set[str]]] = {}
    for book in books:
        path, own = book.reports.path, set(book.run.learners)
        for shard in _shards([book]):
            other, known = learners.setdefault(shard, (path, own))
            if other != path and (known & own or not known):
                fix = "Name each part once; with --mixed the newest result of each answer counts."
                raise UsageError(f"{path} and {other} are both part {shard} of the class.", fix=fix)
    if len(totals := sorted({int(shard.partition("/")[2]) for shard in learners})) > 1:
        ways = " and ".join(map(str, totals))
        fix = "Grade all parts with the same N in `--shard I/N`, or give --mixed."
        raise UsageError(f"The parts are of a class that was divided into {ways} parts.", fix=fix)


def _check_same_versions(books: Sequence[Gradebook]) -> None:
    first = books[0]
    for book in books[1:]:
        for what, one, other in (
            ("versions", first.run.versions, book.run.versions),
            ("content", first.run.content, book.run.content),
            ("exercises", first.run.exercises, book.run.exercises),
            ("rules for points", first.scoring, book.scoring),
        ):
            if one != other:
                fix = "Grade the parts with the same mxtutor and the same content, or give --mixed."
                path = book.reports.path
                raise UsageError(f"{path} was graded with other {what} than {first.reports.path}.", fix=fix)


def _joined(runs: Sequence[Run], shards: Sequence[str]) -> Run:
    """Return the start of the merged file, from runs in the order of time and the shards that are complete."""
    options = dict(runs[-1].options) | {_MERGED: f"{len(runs)} parts"}
    options.pop(_SHARD, None)
    if any(_missing(shards)):
        options[_SHARD] = " ".join(shards)
    return msgspec.structs.replace(
        runs[-1],
        options=options,
        exercises=tuple(dict.fromkeys(identity for run in runs for identity in run.exercises)),
        learners=tuple(dict.fromkeys(learner for run in runs for learner in run.learners)),
        unread=tuple(dict.fromkeys(one for run in runs for one in run.unread)),
        accepted=tuple(dict.fromkeys(one for run in runs for one in run.accepted)),
        called={learner: name for run in runs for learner, name in run.called.items()},
        titles={identity: title for run in runs for identity, title in run.titles.items()},
    )
