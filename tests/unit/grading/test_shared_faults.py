"""An answer with two mistakes is told one of them, if a known mistake shows the same fault."""

from __future__ import annotations

from pathlib import Path

import pytest

from mxtutor.content.model import Compare, Mistake, Observation
from mxtutor.grading.diagnosis.evidence import RefusedAnswer
from mxtutor.grading.diagnosis.likeness import beside_others, with_other_mistakes
from mxtutor.grading.protocol import ErrorDetail, Verdict
from mxtutor.grading.results.decode import Failure, FailureReason, Result
from mxtutor.grading.results.values import Outcome, Value
from tests.unit.specimens import drawn, exercise, f32, nd, plain, sequence, tensor

SEEN = Compare(
    type="none",
    values=(1e-5, 1e-6),
    observe={
        "kept": Observation("An argument changes.", values="exact"),
        "weights": Observation("The weights are wrong."),
        "sizes": Observation("The sizes are wrong.", values="exact"),
    },
)


def saw(kept: bool, *weights: float, sizes: tuple[int, ...] = (3, 3, 1)) -> Outcome:
    """Return what the observers see of a call that returns nothing."""
    return Outcome(
        plain("none"),
        observed={
            "kept": plain("bool", kept),
            "weights": sequence("list", *(nd([weight]) for weight in weights)),
            "sizes": sequence("list", *(plain("int", size) for size in sizes)),
        },
    )


RIGHT = [saw(True, 1.0, 2.0), saw(True, 3.0, 4.0)]


def part(compare: Compare, expected: list[Outcome], own: Result, **known: Result) -> Mistake | None:
    """Return the known mistake that is one of the answer's."""
    mistakes = tuple(Mistake(code, f"It is {code}.", source=Path("/wrong.py"), name=code) for code in known)
    cases = tuple(drawn(x=f32(n, 1)) for n in range(len(expected)))
    subject = exercise(compare=compare, mistakes=mistakes)
    return with_other_mistakes(RefusedAnswer(subject, "", own, (), tuple(expected), cases, known))


def found(compare: Compare, expected: list[Outcome], own: Result, **known: Result) -> str:
    """Return the code of the known mistake that is one of the answer's; empty for none."""
    mistake = part(compare, expected, own, **known)
    return mistake.code if mistake else ""


def test_what_a_known_mistake_gets_wrong_is_wrong_alike_beside_another_mistake() -> None:
    changed = Result((saw(False, 1.0, 2.0), saw(False, 3.0, 4.0)))
    doubled = Result((saw(True, 1.0, 4.0), saw(True, 3.0, 8.0)))
    assert found(SEEN, RIGHT, Result((saw(False, 7.0, 2.0), saw(False, 7.0, 4.0))), changed=changed) == "changed"
    item = Result((saw(True, 7.0, 4.0), saw(True, 7.0, 8.0)))
    assert found(SEEN, RIGHT, item, changed=changed, doubled=doubled) == "doubled", "one item of a list is enough"


def test_another_mistake_is_told_only_if_it_shows() -> None:
    changed = Result((saw(False, 1.0, 2.0), saw(False, 3.0, 4.0)))
    for own, more in ((changed, ""), (Result((saw(False, 7.0, 2.0),) * 2), " The answer has another mistake, too.")):
        mistake = part(SEEN, RIGHT, own, changed=changed)
        assert mistake is not None
        assert mistake.message == f"It is changed.{more}"


def test_all_that_the_known_mistake_gets_wrong_must_be_alike_in_all_cases() -> None:
    both = Result((saw(False, 1.0, 4.0), saw(False, 3.0, 8.0)))
    assert found(SEEN, RIGHT, Result((saw(False, 1.0, 4.0), saw(False, 3.0, 9.0))), both=both) == ""
    assert found(SEEN, RIGHT, Result((saw(False, 1.0, 5.0), saw(True, 3.0, 8.0))), both=both) == ""
    fewer = Result((saw(True, 1.0, 2.0, sizes=(3, 3)), saw(True, 3.0, 4.0, sizes=(3, 3))))
    assert found(SEEN, RIGHT, Result((saw(True, 7.0, 2.0, sizes=(3,)),) * 2), fewer=fewer) == ""


def test_the_known_mistake_with_the_most_in_common_is_named_and_none_of_equals() -> None:
    own = Result((saw(False, 9.0, 4.0), saw(False, 9.0, 8.0)))
    changed = Result((saw(False, 1.0, 2.0), saw(False, 3.0, 4.0)))
    both = Result((saw(False, 1.0, 4.0), saw(False, 3.0, 8.0)))
    assert found(SEEN, RIGHT, own, changed=changed, both=both) == "both"
    assert found(SEEN, RIGHT, own, changed=changed, other=changed) == ""


def test_a_result_and_a_changed_argument_are_compared_apart() -> None:
    compare = Compare(values=(1e-5, 1e-6), inputs="unchanged")
    expected = [Outcome(tensor([1, 2])), Outcome(tensor([3, 4]))]

    def gave(values: Value, *after: float) -> Outcome:
        return Outcome(values, {"x": f32(*after)})

    in_place = Result((gave(nd([1, 2]), 1, 2), gave(nd([3, 4]), 3, 4)))
    squared = Result((gave(nd([1, 4]), 0, 1), gave(nd([9, 16]), 1, 1)))
    own = Result((gave(nd([5, 5]), 5, 5), gave(nd([6, 6]), 6, 6)))
    assert found(compare, expected, own, in_place=in_place, squared=squared) == "in_place"
    elsewhere = Result((gave(nd([5, 5]), 0, 1), gave(nd([6, 6]), 1, 1)))
    assert found(compare, expected, elsewhere, in_place=in_place, squared=squared) == ""


@pytest.mark.parametrize(
    "own",
    [
        Result((saw(False, 1.0, 2.0), ErrorDetail("ValueError", "no", 3))),
        Result(error=ErrorDetail("ImportError", "no", 1)),
        Result((saw(False, 1.0, 2.0),)),
        Result(failure=Failure(Verdict.TIMEOUT, FailureReason.WALL, "The answer ran out of time.")),
    ],
)
def test_an_answer_without_all_results_has_no_part_in_common(own: Result) -> None:
    changed = Result((saw(False, 1.0, 2.0), saw(False, 3.0, 4.0)))
    assert found(SEEN, RIGHT, own, changed=changed) == ""
    assert found(SEEN, RIGHT, changed, other=own) == ""


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        ("Multiply by 2.", "Multiply by 2."),
        ("The values are right, but the caller's array changed: copy it.", "The caller's array changed: copy it."),
        ("Mode and scores are right now. Take the mean.", "Take the mean."),
        ("The loss is right now. It averages over the words.", "The loss is right now. It averages over the words."),
        ("Divide by the number of right samples.", "Divide by the number of right samples."),
    ],
)
def test_the_message_says_that_there_is_another_mistake(message: str, shown: str) -> None:
    assert beside_others(message) == f"{shown} The answer has another mistake, too."
