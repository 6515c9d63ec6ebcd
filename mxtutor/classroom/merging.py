"""Joins the files of results of parts of a class; every answer counts once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mxtutor.classroom.lines import VERSION, Overridden, Run
from mxtutor.classroom.results_file import ResultsFile
from mxtutor.errors import UsageError


@dataclass(frozen=True, slots=True)
class Merged:
    """What was joined."""

    answers: int
    replaced: int
    """Answers that several parts have; the newest result counts."""
    seeds: tuple[int, ...]


def merge(parts: Sequence[ResultsFile], into: ResultsFile, *, mixed: bool = False) -> Merged:
    """Write the results of all parts into an empty file.

    Of several results of one answer that of the newest run counts; of several verdicts of the instructor, the newest.
    With `mixed`, parts may differ in versions and content.

    Raises:
        UsageError: a part holds no results, parts do not belong together, or the file cannot be written.
    """
    runs = [_run(part) for part in parts]
    if not mixed:
        _must_agree(parts, runs)
    if len({run.anonymous for run in runs}) > 1:
        raise UsageError("Some parts hide the names of learners and some show them.", fix="Grade all parts in one way.")
    ordered = sorted(zip(runs, parts, strict=True), key=lambda pair: pair[0].started)
    newest = ordered[-1][0]
    into.append(_joined([run for run, _ in ordered], newest))
    owner: dict[tuple[str, str], ResultsFile] = {}
    replaced = 0
    for run, part in ordered:
        learners, exercises = set(run.learners), set(run.exercises)
        for pair in part.results:
            if pair[0] in learners and pair[1] in exercises:
                replaced += pair in owner
                owner[pair] = part
    for pair, part in owner.items():
        into.append_raw(part.raw(part.results[pair]))
    verdicts: dict[tuple[str, str], Overridden] = {}
    for part in parts:
        for pair, made in part.verdict_lines.items():
            if pair not in verdicts or verdicts[pair].at < made.at:
                verdicts[pair] = made
    for line in verdicts.values():
        into.append(line)
    into.end(partial=not all(part.complete for part in parts), at=newest.started)
    return Merged(len(owner), replaced, tuple(sorted({run.seed for run in runs})))


def _run(part: ResultsFile) -> Run:
    if part.run is None:
        raise UsageError(f"{part.path} holds no results.", fix="Name the .jsonl files that `mxtutor grade` wrote.")
    return part.run


def _must_agree(parts: Sequence[ResultsFile], runs: Sequence[Run]) -> None:
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


def _joined(runs: Sequence[Run], newest: Run) -> Run:
    options = dict(newest.options)
    options.pop("shard", None)
    exercises = dict.fromkeys(identity for run in runs for identity in run.exercises)
    return Run(
        version=VERSION,
        started=newest.started,
        seed=newest.seed,
        versions=newest.versions,
        content=newest.content,
        options=options | {"merged": f"{len(runs)} parts"},
        exercises=tuple(exercises),
        learners=tuple(dict.fromkeys(learner for run in runs for learner in run.learners)),
        unread=tuple(dict.fromkeys(one for run in runs for one in run.unread)),
        anonymous=newest.anonymous,
        points=newest.points,
        due=newest.due,
        late=newest.late,
        titles={identity: title for run in runs for identity, title in run.titles.items()},
    )
