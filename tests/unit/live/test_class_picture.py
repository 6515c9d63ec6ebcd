"""What events say about a class, in whatever order they arrived and whatever clocks showed."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from mxtutor.live.events import HELPED
from mxtutor.live.picture import IDLE_SECONDS, STUCK_MISSES, STUCK_SECONDS, ClassPicture, in_order, view_of
from mxtutor.live.store import Row

FLIP, CLIP = "tensors/flip", "tensors/clip"
SINE = json.dumps([["sine", "That is the sine."]])


def event(seq: int, kind: str = "attempt", **fields: Any) -> Row:
    """Return an event of Ana on her only device; it happened at its number, in minutes."""
    known: dict[str, Any] = {
        "title": "class", "learner": "ana", "event": f"{seq:032x}", "device": "a", "seq": seq, "kind": kind,
        "exercise": FLIP, "at": 0.0, "sent": 0.0, "received": 0.0, "happened": 60.0 * seq,
        "verdict": "wrong" if kind == "attempt" else "", "number": seq,
    }  # fmt: skip
    return Row(**{**known, **fields})


def test_the_order_of_a_device_is_that_of_its_numbers() -> None:
    """The clock of the device was set back by hours in between."""
    events = [event(1, happened=9000.0), event(2, happened=100.0), event(3, happened=9100.0)]
    random.Random(1).shuffle(events)
    assert [(time, one.seq) for time, one in in_order(events)] == [(9000.0, 1), (9000.0, 2), (9100.0, 3)]


def test_two_devices_of_a_learner_are_merged_by_time() -> None:
    one = [event(n, device="a", happened=100.0 * n) for n in (1, 2, 3)]
    other = [event(n, device="b", happened=100.0 * n + 50) for n in (1, 2)]
    merged = [(f.device, f.seq) for _, f in in_order([*other, *one])]
    assert merged == [("a", 1), ("b", 1), ("a", 2), ("b", 2), ("a", 3)]


@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_arrival_changes_nothing(seed: int) -> None:
    events = [
        event(1, "opened"), event(2), event(3, "hint", hint=2), event(4, "help"), event(5, "help-withdrawn"), event(6),
        event(7, verdict="right"), event(8, "opened", exercise=CLIP), event(9, "help", exercise=CLIP),
    ]  # fmt: skip
    expected = view_of("ana", events)
    shuffled = events[:]
    random.Random(seed).shuffle(shuffled)
    picture = ClassPicture((FLIP, CLIP))
    for one in shuffled:
        picture.add([one])
    assert picture.learners["ana"] == expected
    assert (expected.cells[FLIP].status, expected.cells[FLIP].attempts, expected.cells[FLIP].hints) == ("right", 3, 2)
    assert (expected.help_in, expected.exercise) == (CLIP, CLIP)


def test_stuck_is_a_long_time_or_many_misses_without_success() -> None:
    opened = [event(1, "opened", happened=1000.0)]
    assert not view_of("ana", opened).stuck_for(1000.0 + STUCK_SECONDS - 1)
    assert view_of("ana", opened).stuck_for(1000.0 + STUCK_SECONDS) == STUCK_SECONDS
    missed = [*opened, *[event(n + 2, happened=1010.0 + n) for n in range(STUCK_MISSES)]]
    assert not view_of("ana", missed[:-1]).stuck_for(1020.0)
    assert view_of("ana", missed).stuck_for(1020.0) == 20.0
    solved = [*missed, event(20, verdict="right", happened=1030.0)]
    assert not view_of("ana", solved).stuck_for(1030.0 + STUCK_SECONDS)


def test_a_learner_who_is_away_is_not_stuck_and_starts_afresh() -> None:
    events = [event(n, happened=1000.0 + n) for n in range(1, 6)]
    view = view_of("ana", events)
    assert view.standing(1010.0) == "stuck"
    assert view.standing(1006.0 + IDLE_SECONDS) == "away"
    back = view_of("ana", [*events, event(6, "opened", happened=9000.0)])
    assert back.stuck_for(9060.0) == 60.0  # the pause does not count


def test_standings() -> None:
    assert view_of("ana", []).standing(0.0) == "nothing"
    assert view_of("ana", [event(1, "opened")]).standing(61.0) == "working"
    assert view_of("ana", [event(1, verdict="right")]).standing(61.0, 1) == "done"
    assert view_of("ana", [event(1, verdict="right")]).standing(61.0, 2) == "working"


def test_an_answer_that_could_not_be_graded_counts_nothing() -> None:
    view = view_of("ana", [event(1, verdict="broken")])
    assert (view.tried, view.cells[FLIP].status) == (0, "opened")


def test_help_ends_when_it_is_taken_back_answered_or_needed_no_more() -> None:
    asked = [event(1, "help")]
    assert view_of("ana", asked).help_in == FLIP
    helped = event(1, HELPED, device="0", happened=100.0)
    for end in (event(2, "help-withdrawn"), event(2, verdict="right"), helped):
        assert view_of("ana", [*asked, end]).help_in == ""
    assert view_of("ana", [*asked, event(2, verdict="wrong")]).help_in == FLIP
    assert view_of("ana", [*asked, helped, event(3, "help")]).help_in == FLIP  # asked again afterwards
    assert view_of("ana", [*asked, helped]).last == 60.0  # what the instructor does is not the learner's work


def test_those_who_ask_come_first_and_the_longest_wait_before_others() -> None:
    picture = ClassPicture((FLIP,))
    picture.add([event(1, "help", learner="late", happened=900.0), event(1, "help", learner="early", happened=500.0)])
    picture.add([event(n, learner="stuck", happened=100.0 + n) for n in range(6)])
    assert [(one.view.learner, one.help, one.seconds) for one in picture.attention(1000.0)] == [
        ("early", True, 500.0),
        ("late", True, 100.0),
        ("stuck", False, 900.0),
    ]


def test_mistakes_have_the_share_of_those_who_tried() -> None:
    picture = ClassPicture((FLIP, CLIP))
    for number in range(20):
        who = f"learner {number}"
        if number < 6:
            picture.add([event(1, learner=who, mistakes=SINE), event(2, learner=who, mistakes=SINE)])
        if number < 3:
            picture.add([event(3, learner=who, verdict="right")])
        if number >= 8:
            picture.add([event(1, learner=who, headline="2 of 3 values differ")])
    first, second = picture.mistakes()
    assert (first.exercise, first.code, first.text) == (FLIP, "sine", "That is the sine.")
    assert (first.learners, first.tried, first.still, first.share) == (6, 18, 3, 1 / 3)
    assert (second.code, second.text, second.learners) == ("", "2 of 3 values differ", 12), "after named ones"


def test_samples_are_wrong_answers_with_the_mistake_one_per_learner() -> None:
    picture = ClassPicture((FLIP,))
    picture.add(
        [
            event(1, mistakes=SINE, code=""),
            event(2, mistakes=SINE, code=""),
            event(3, verdict="right", code=""),
            event(4, learner="bo", mistakes=SINE),
            event(5, learner="cy", code=""),
        ]
    )
    assert [one.number for one in picture.answers_with(FLIP, "sine")] == [2]
    assert [one.number for one in picture.answers_with(FLIP, "")] == [5]
    assert picture.answers_with(CLIP, "sine") == []


def test_thousands_of_learners_make_one_picture() -> None:
    picture = ClassPicture((FLIP, CLIP))
    picture.add(
        event(n, learner=f"learner-{who}", number=who * 5 + n, mistakes=SINE if n == 2 else "[]")
        for who in range(3000)
        for n in range(1, 5)
    )
    assert picture.by_exercise(300.0)[0].tried == 3000
    assert picture.mistakes(1)[0].learners == 3000
