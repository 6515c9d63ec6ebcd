"""The results of a run of mutants: faults of marks, figures by topic, text and JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from mxtutor.authoring.findings import Finding
from mxtutor.authoring.mutation.run import Tried
from mxtutor.content.model import Exercise

REPORT_VERSION = 1
MAX_MARKED_SHARE = 0.05
"""Greatest share of an exercise's running mutants that may be marked as equivalent."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Counts of mutants."""

    mutants: int
    died: int
    """Ended by an error, a timeout or a crash."""
    running: int
    marked: int
    """Running ones that pass and are marked as equivalent."""
    killed: int
    survivors: int
    broken: int

    @property
    def share(self) -> float:
        """Share of the running mutants without a mark that were killed; 1 where there is none."""
        judged = self.running - self.marked
        return self.killed / judged if judged else 1.0


def figures(exercises: Sequence[Exercise], results: Sequence[Tried]) -> Figures:
    """Count the results of some exercises."""
    marks = {(e.id, mark.mutant) for e in exercises for mark in e.equivalent}
    ids = {e.id for e in exercises}
    own = [r for r in results if r.exercise in ids]
    passed = [r for r in own if r.passed]
    marked = sum((r.exercise, r.mutant.name) in marks for r in passed)
    return Figures(
        mutants=len(own),
        died=sum(r.outcome == "died" for r in own),
        running=sum(r.ran for r in own),
        marked=marked,
        killed=sum(r.outcome == "killed" for r in own),
        survivors=len(passed) - marked,
        broken=sum(r.outcome == "broken" for r in own),
    )


def survivors(exercises: Sequence[Exercise], results: Sequence[Tried]) -> Iterator[Tried]:
    """Yield the mutants that pass and are not marked, in the order of exercises and files."""
    marks = {(e.id, mark.mutant) for e in exercises for mark in e.equivalent}
    order = {e.id: i for i, e in enumerate(exercises)}
    found = [r for r in results if r.passed and (r.exercise, r.mutant.name) not in marks]
    yield from sorted(found, key=lambda r: (order[r.exercise], r.mutant.file, r.mutant.line, r.mutant.name))


def mark_findings(exercise: Exercise, results: Sequence[Tried], *, whole: bool) -> Iterator[Finding]:
    """Yield faults of an exercise's marks; `whole` means that the run had all of its mutants."""
    place = f"{exercise.id}/exercise.yaml"
    outcomes = {r.mutant.name: r.outcome for r in results if r.exercise == exercise.id}
    for mark in exercise.equivalent:
        outcome = outcomes.get(mark.mutant)
        if outcome is None and whole:
            yield Finding(place, f"equivalent: there is no mutant {mark.mutant!r} now: remove the mark")
        elif outcome in ("killed", "died"):
            yield Finding(place, f"equivalent: {mark.mutant!r} is refused: remove the mark")
    running = sum(r.ran for r in results if r.exercise == exercise.id)
    if whole and len(exercise.equivalent) > MAX_MARKED_SHARE * running:
        found = f"{len(exercise.equivalent)} of {running} running mutants are marked"
        yield Finding(place, f"equivalent: {found}, at most {MAX_MARKED_SHARE:.0%} may be")


def table(exercises: Sequence[Exercise], results: Sequence[Tried]) -> Iterator[str]:
    """Yield the figures by topic as lines of a table."""
    yield f"{'topic':<12}{'mutants':>9}{'died':>8}{'running':>9}{'marked':>8}{'killed':>8}{'left':>6}{'share':>9}"
    topics = list(dict.fromkeys(e.topic for e in exercises))
    rows = [(t, [e for e in exercises if e.topic == t]) for t in topics]
    for name, own in [*rows, *([("all", list(exercises))] if len(rows) > 1 else [])]:
        f = figures(own, results)
        yield (
            f"{name:<12}{f.mutants:>9}{f.died:>8}{f.running:>9}{f.marked:>8}{f.killed:>8}{f.survivors:>6}{f.share:>9.2%}"
        )


def as_json(
    exercises: Sequence[Exercise], results: Sequence[Tried], findings: Sequence[Finding], *, seed: int, planned: int
) -> dict[str, Any]:
    """Return a run as a JSON object; `complete` is false if the run was stopped."""

    topics = dict.fromkeys(e.topic for e in exercises)

    def counted(own: Sequence[Exercise]) -> dict[str, Any]:
        found = figures(own, results)
        return {**asdict(found), "share": found.share}

    return {
        "version": REPORT_VERSION,
        "seed": seed,
        "complete": len(results) == planned,
        "all": counted(exercises),
        "topics": {t: counted([e for e in exercises if e.topic == t]) for t in topics},
        "exercises": {e.id: counted([e]) for e in exercises},
        "survivors": [
            {
                "exercise": r.exercise,
                "mutant": r.mutant.name,
                "operator": r.mutant.operator,
                "file": r.mutant.file,
                "line": r.mutant.line,
                "outcome": r.outcome,
                "told": r.message,
                "source": r.mutant.source,
            }
            for r in survivors(exercises, results)
        ],
        "findings": [{"place": f.place, "message": f.message} for f in findings],
    }
