"""The model of the assessment against numerical integration, known values and what must hold for every learner."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mxtutor.assessment.grid import (
    ERROR_SD,
    POINTS,
    dot,
    logistic,
    moments,
    normal_weights,
    normalised,
    shortest,
)
from mxtutor.assessment.model import GENERAL_SD, TOPIC_SD, Belief, Curves, Item, belief_after
from mxtutor.assessment.shares import Weighted, chance, members_of, total_spread

TOPICS = ("a", "b")


def mean_and_sd(weights: Sequence[float]) -> tuple[float, float]:
    """Return mean and standard deviation of an ability, in logits: the estimate (EAP) and its standard error."""
    mean = dot(weights, POINTS)
    return mean, max(dot(weights, [(x - mean) ** 2 for x in POINTS]), 0.0) ** 0.5


ITEMS = {
    one.id: one
    for one in (
        Item("a/easy", -1.5, 1.0),
        Item("a/middle", 0.0, 2.0),
        Item("a/hard", 1.5, 3.0),
        Item("a/choice", 0.0, 1.0, guess=0.25),
        Item("b/easy", -1.0, 1.0),
        Item("b/hard", 2.0, 4.0),
    )
}
Values = npt.NDArray[np.float64]
responses = st.dictionaries(st.sampled_from(sorted(ITEMS)), st.booleans())


def integrated(given_responses: dict[str, bool]) -> tuple[float, float, float]:
    """Return mean and standard deviation of the ability in topic a, and the mean share of its items.

    Plain sums over a wide grid of general ability, ability and error of the difficulty; nothing of the model is used.
    """
    g = np.linspace(-14, 14, 141)
    x = np.linspace(-24, 24, 241)
    e = np.linspace(-5 * ERROR_SD, 5 * ERROR_SD, 301)
    density = np.exp(-0.5 * (e / ERROR_SD) ** 2)
    density /= density.sum()

    def likelihood(topic: str) -> Values:
        product: Values = np.ones_like(x)
        for name, right in given_responses.items():
            item = ITEMS[name]
            if item.topic == topic:
                product *= response_curve(item, right)
        return product

    def response_curve(item: Item, right: bool) -> Values:
        p = 1 / (1 + np.exp(-(x[:, None] - item.difficulty - e[None, :])))
        p = item.guess + (1 - item.guess) * p
        found: Values = ((p if right else 1 - p) * density).sum(axis=1)
        return found

    def can_do(item: Item) -> Values:
        p = 1 / (1 + np.exp(-(x[:, None] - item.difficulty - e[None, :])))
        seen = item.guess + (1 - item.guess) * p
        right = given_responses.get(item.id)
        weight = (1.0 + 0 * p if right is None else seen if right else 1 - seen) * density
        found: Values = (p * weight).sum(axis=1) / weight.sum(axis=1)
        return found

    prior = np.exp(-0.5 * (g / GENERAL_SD) ** 2)
    given_g = np.exp(-0.5 * ((x[None, :] - g[:, None]) / TOPIC_SD) ** 2)
    other = (given_g * likelihood("b")).sum(axis=1)
    posterior = ((prior * other)[:, None] * given_g).sum(axis=0) * likelihood("a")
    posterior /= posterior.sum()
    mean = float((posterior * x).sum())
    sd = float(math.sqrt((posterior * (x - mean) ** 2).sum()))
    share = np.mean([can_do(item) for item in ITEMS.values() if item.topic == "a"], axis=0)
    return mean, sd, float((posterior * share).sum())


@pytest.mark.parametrize(
    "given_responses",
    [
        {},
        {"a/middle": True},
        {"a/middle": False, "a/easy": True},
        {"a/choice": True},
        {"b/hard": True, "b/easy": True},
        {"a/hard": True, "a/easy": False, "b/easy": False},
        {"a/easy": True, "a/middle": True, "a/choice": False, "b/easy": True, "b/hard": False},
    ],
)
def test_the_posterior_is_that_of_numerical_integration(given_responses: dict[str, bool]) -> None:
    mean, sd, share = integrated(given_responses)
    belief = belief_after(TOPICS, ITEMS, given_responses)
    found_mean, found_sd = mean_and_sd(belief.topic("a"))
    assert found_mean == pytest.approx(mean, abs=0.01)
    assert found_sd == pytest.approx(sd, abs=0.01)
    members = members_of(ITEMS, dict.fromkeys(ITEMS, 1.0), given_responses, "a")
    assert total_spread(belief, members).interval().mean == pytest.approx(share, abs=0.002)


def test_known_values() -> None:
    assert logistic(0.0) == 0.5
    assert logistic(math.log(3)) == pytest.approx(0.75)
    assert logistic(-800) == 0.0
    assert logistic(800) == 1.0
    first, second, third = moments(0.0, 0.0)
    middle = POINTS.index(0.0)
    assert (first[middle], second[middle], third[middle]) == pytest.approx((0.5, 0.25, 0.125))
    fine = [0.01 * i for i in range(-800, 801)]
    exact = dot(normal_weights(0.0, 1.0, fine), [logistic(1.5 - error) for error in fine])
    assert moments(0.0, 1.0)[0][POINTS.index(1.5)] == pytest.approx(exact, abs=1e-6)
    assert shortest((1.0,), (0.5,), (0.1,), 0.9) == pytest.approx((0.5 - 0.1645, 0.5 + 0.1645), abs=0.011)
    assert shortest((1.0,), (1.1,), (0.2,), 0.9)[1] == 1.0
    assert shortest((0.95, 0.05), (0.2, 0.8), (0.01, 0.01), 0.9) == pytest.approx((0.2, 0.2), abs=0.03)


@given(responses)
@settings(max_examples=40, deadline=None)
def test_a_right_answer_never_lowers_and_a_wrong_one_never_raises_an_estimate(found: dict[str, bool]) -> None:
    belief = belief_after(TOPICS, ITEMS, found)
    for item in ITEMS.values():
        if item.id in found:
            continue
        higher, lower = belief.after(item, True), belief.after(item, False)
        for topic in TOPICS:
            before = mean_and_sd(belief.topic(topic))[0]
            assert mean_and_sd(lower.topic(topic))[0] - 1e-9 <= before <= mean_and_sd(higher.topic(topic))[0] + 1e-9


@given(responses)
@settings(max_examples=40, deadline=None)
def test_the_order_of_responses_does_not_matter(found: dict[str, bool]) -> None:
    forth = belief_after(TOPICS, ITEMS, found)
    back = belief_after(TOPICS, ITEMS, dict(reversed(found.items())))
    for topic in TOPICS:
        assert forth.topic(topic) == pytest.approx(back.topic(topic), abs=1e-12)


@given(st.lists(st.tuples(st.floats(-3, 3), st.booleans()), max_size=8))
@settings(max_examples=40, deadline=None)
def test_right_and_wrong_are_symmetric_without_guessing(found: list[tuple[float, bool]]) -> None:
    """Items mirrored in difficulty, with the other response to each, mirror the ability."""
    one = {f"a/{n}": Item(f"a/{n}", difficulty, 1.0) for n, (difficulty, _) in enumerate(found)}
    other = {f"a/{n}": Item(f"a/{n}", -difficulty, 1.0) for n, (difficulty, _) in enumerate(found)}
    right = belief_after(["a"], one, {f"a/{n}": good for n, (_, good) in enumerate(found)})
    mirrored = belief_after(["a"], other, {f"a/{n}": not good for n, (_, good) in enumerate(found)})
    assert mean_and_sd(right.topic("a"))[0] == pytest.approx(-mean_and_sd(mirrored.topic("a"))[0], abs=1e-9)
    assert mean_and_sd(right.topic("a"))[1] == pytest.approx(mean_and_sd(mirrored.topic("a"))[1], abs=1e-9)


@given(responses)
@settings(max_examples=30, deadline=None)
def test_intervals_are_in_order_and_between_0_and_1(found: dict[str, bool]) -> None:
    belief = belief_after(TOPICS, ITEMS, found)
    members = members_of(ITEMS, dict.fromkeys(ITEMS, 1.0), found)
    own = [member for member in members if member.item.topic == "a"]
    for spread in (total_spread(belief, members), total_spread(belief, own)):
        wide, narrow = spread.interval(0.9), spread.interval(0.5)
        assert 0 <= wide.low < wide.high <= 1
        assert narrow.width <= wide.width
        assert wide.low <= wide.mean <= wide.high
        assert spread.above(0.0) >= spread.above(0.5) >= spread.above(1.0)
    for member in members:
        assert 0 <= chance(belief, member) <= 1


def test_another_topic_tells_something_and_less_than_the_topic_itself() -> None:
    before = mean_and_sd(Belief(TOPICS).topic("a"))[0]
    own = mean_and_sd(belief_after(TOPICS, ITEMS, {"a/hard": True}).topic("a"))[0]
    twin = {**ITEMS, "b/same": Item("b/same", 1.5, 1.0)}
    other = mean_and_sd(belief_after(TOPICS, twin, {"b/same": True}).topic("a"))[0]
    assert before < other < own


def test_a_guess_tells_less_than_an_answer_without_guessing() -> None:
    written = mean_and_sd(belief_after(TOPICS, ITEMS, {"a/middle": True}).topic("a"))[0]
    chosen = mean_and_sd(belief_after(TOPICS, ITEMS, {"a/choice": True}).topic("a"))[0]
    assert 0 < chosen < written
    wrong = mean_and_sd(belief_after(TOPICS, ITEMS, {"a/middle": False}).topic("a"))[0]
    assert mean_and_sd(belief_after(TOPICS, ITEMS, {"a/choice": False}).topic("a"))[0] == pytest.approx(wrong)


def test_the_chance_to_do_an_answered_item_follows_the_response() -> None:
    curves = Curves.of(ITEMS["a/middle"])
    for before, right, wrong in zip(curves.unasked.mean, curves.after_right.mean, curves.after_wrong.mean, strict=True):
        assert wrong <= before <= right


def test_many_responses_do_not_underflow() -> None:
    items = {f"a/{n}": Item(f"a/{n}", 3.0, 1.0) for n in range(600)}
    mean, sd = mean_and_sd(belief_after(["a"], items, dict.fromkeys(items, False)).topic("a"))
    assert mean < -3
    assert 0 < sd < 3


def test_impossible_calls_are_refused() -> None:
    belief = Belief(TOPICS)
    with pytest.raises(ValueError, match="needs an exercise"):
        total_spread(belief, [])
    with pytest.raises(ValueError, match="needs an exercise"):
        total_spread(belief, [Weighted(ITEMS["a/easy"], 0.0)])
    with pytest.raises(ValueError, match="positive"):
        normalised([0.0, 0.0])
    with pytest.raises(KeyError):
        belief.after(Item("c/other", 0.0, 1.0), True)
