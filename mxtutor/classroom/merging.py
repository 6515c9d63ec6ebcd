"""Merges the results files of parts of a class; every answer counts once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from mxtutor.classroom.lines import Overridden, Run
from mxtutor.classroom.results_file import ResultsFile
from mxtutor.errors import UsageError

_SHARD, _MERGED = "shard", "merged"
"""Options of a run: the shards that it covers, and the number of merged files."""

_IS_SHARD = re.compile(r"\d{1,5}/\d{1,5}")


@dataclass(frozen=True, slots=True)
class Merged:
    """The outcome of a merge."""

    answers: int
    replaced: int
    """Number of answers that several files contain; the newest result counts."""
    seeds: tuple[int, ...]
    missing: tuple[str, ...]
    """Shards of the class that are in no file, such as "3/3"."""
    interrupted: tuple[str, ...]
    """Files whose grading was interrupted."""


def merge(parts: Sequence[ResultsFile], into: ResultsFile, *, mixed: bool = False) -> Merged:
    """Write the results of all `parts` into an empty file.

    Of several results of an answer, that of the newest run counts; of several overrides by the instructor, the newest.
    With `mixed`, parts may differ in versions and content, and may contain the same shard. The result is partial if a
    shard is missing.

    Raises:
        UsageError: a part has no results, the parts do not belong together, or the file cannot be written.
    """
    runs = [_run(part) for part in parts]
    if not mixed:
        _check_same_versions(parts, runs)
        _check_shards(parts, runs)
    if len({run.anonymous for run in runs}) > 1:
        raise UsageError("Some parts hide the names of learners and some show them.", fix="Grade all parts in one way.")
    ordered = sorted(zip(runs, parts, strict=True), key=lambda pair: pair[0].started)
    newest = ordered[-1][0]
    whole = [run for part, run in zip(parts, runs, strict=True) if _is_whole(part, run)]
    into.append(_joined([run for run, _ in ordered], newest, [shard for run in whole for shard in _shards(run)]))
    owner: dict[tuple[str, str], ResultsFile] = {}
    replaced = 0
    for run, part in ordered:
        learners, exercises = set(run.learners), set(run.exercises)
        for pair in part.results:
            if pair[0] in learners and pair[1] in exercises:
                replaced += pair in owner
                owner[pair] = part
    for pair, part in owner.items():
        into.append(part.raw(part.results[pair]))
    for line in _newest_verdicts(parts):
        into.append(line)
    missing = tuple(_missing([shard for run in runs for shard in _shards(run)]))
    interrupted = tuple(str(part.path) for part, run in zip(parts, runs, strict=True) if not _is_whole(part, run))
    into.end(partial=bool(missing or interrupted), at=newest.started)
    return Merged(len(owner), replaced, tuple(sorted({run.seed for run in runs})), missing, interrupted)


def _newest_verdicts(parts: Sequence[ResultsFile]) -> Sequence[Overridden]:
    verdicts: dict[tuple[str, str], Overridden] = {}
    for part in parts:
        for pair, made in part.set_lines.items():
            if pair not in verdicts or verdicts[pair].at < made.at:
                verdicts[pair] = made
    return tuple(verdicts.values())


def _shards(run: Run) -> list[str]:
    """Return the shards that a run covers: one, none, or for merged shards several."""
    return [one for one in run.options.get(_SHARD, "").split() if _IS_SHARD.fullmatch(one)]


def _is_whole(part: ResultsFile, run: Run) -> bool:
    """Return whether a part was graded completely; merged files that lack only some shards count as complete."""
    return part.complete or (_MERGED in run.options and bool(_shards(run)))


def _missing(shards: Sequence[str]) -> Iterator[str]:
    """Yield each shard that occurs less often than another shard of the same division."""
    there = Counter(shards)
    for total in sorted({int(shard.partition("/")[2]) for shard in there}):
        names = [f"{number}/{total}" for number in range(1, total + 1)]
        most = max(there[name] for name in names)
        yield from (name for name in names if there[name] < most)


def _check_shards(parts: Sequence[ResultsFile], runs: Sequence[Run]) -> None:
    """Check that the shards are parts of one division of one class.

    Raises:
        UsageError: a shard occurs twice, or the class was divided in two ways.
    """
    learners: dict[str, tuple[Path, set[str]]] = {}
    for part, run in zip(parts, runs, strict=True):
        for shard in _shards(run):
            other, known = learners.setdefault(shard, (part.path, set(run.learners)))
            if other != part.path and (known & set(run.learners) or not known):
                fix = "Name each part once; with --mixed the newest result of each answer counts."
                raise UsageError(f"{part.path} and {other} are both part {shard} of the class.", fix=fix)
    if len(totals := sorted({int(shard.partition("/")[2]) for shard in learners})) > 1:
        ways = " and ".join(map(str, totals))
        fix = "Grade all parts with the same N in `--shard I/N`, or give --mixed."
        raise UsageError(f"The parts are of a class that was divided into {ways} parts.", fix=fix)


def _run(part: ResultsFile) -> Run:
    if part.run is None:
        raise UsageError(f"{part.path} holds no results.", fix="Name the .jsonl files that `mxtutor grade` wrote.")
    return part.run


def _check_same_versions(parts: Sequence[ResultsFile], runs: Sequence[Run]) -> None:
    for part, run in zip(parts[1:], runs[1:], strict=True):
        for what, one, other in (
            ("versions", runs[0].versions, run.versions),
            ("content", runs[0].content, run.content),
            ("exercises", runs[0].exercises, run.exercises),
            ("rules for points", runs[0].scoring, run.scoring),
        ):
            if one != other:
                fix = "Grade the parts with the same mxtutor and the same content, or give --mixed."
                raise UsageError(f"{part.path} was graded with other {what} than {parts[0].path}.", fix=fix)


def _joined(runs: Sequence[Run], newest: Run, shards: Sequence[str]) -> Run:
    options = dict(newest.options) | {_MERGED: f"{len(runs)} parts"}
    options.pop(_SHARD, None)
    if any(_missing(shards)):
        options[_SHARD] = " ".join(shards)
    return msgspec.structs.replace(
        newest,
        options=options,
        exercises=tuple(dict.fromkeys(identity for run in runs for identity in run.exercises)),
        learners=tuple(dict.fromkeys(learner for run in runs for learner in run.learners)),
        unread=tuple(dict.fromkeys(one for run in runs for one in run.unread)),
        accepted=tuple(dict.fromkeys(one for run in runs for one in run.accepted)),
        called={learner: name for run in runs for learner, name in run.called.items()},
        titles={identity: title for run in runs for identity, title in run.titles.items()},
    )
