"""The item response model: a Rasch model with guessing, one ability per skill, and a general ability for all.

ability in a skill = general ability + what is particular to the skill; both parts are normal. A topic has two skills,
its code and its quizzes. Given the general ability, the skills are independent, so two nested sums over one grid give
the exact posterior (Gibbons and Hedeker 1992 integrate the same way). docs/migration.md names all sources.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from mxtutor.assessment.grid import POINTS, Curve, dot, moments, normal_weights, normalised

GENERAL_SD = 2.0
"""Standard deviation of the general ability among learners, in logits."""
TOPIC_SD = 4.0
"""Standard deviation of what is particular to a skill, in logits: large, because many people know only some topics."""

_GENERAL = normal_weights(0.0, GENERAL_SD)
_GIVEN = tuple(normal_weights(point, TOPIC_SD) for point in POINTS)
"""For each general ability: the weights of the abilities in a topic."""
_INTO = tuple(zip(*_GIVEN, strict=True))
"""The same numbers, for each ability in a topic: the weights of the general abilities."""


@dataclass(frozen=True, slots=True)
class Item:
    """What the model knows about an exercise."""

    id: str
    """`topic/slug`."""
    difficulty: float
    """Ability in logits at which half of the learners can do it; an estimate with an error of about one logit."""
    minutes: float
    """Time that it takes in an assessment."""
    guess: float = 0.0
    """Chance of a right answer without knowledge."""
    quiz: bool = False
    """Whether the answer is a value or an option, not code."""

    @property
    def topic(self) -> str:
        """The part of the id before the slash."""
        return self.id.partition("/")[0]

    @property
    def skill(self) -> str:
        """The skill that an answer measures: the topic's code, or its quizzes; some people can do only the quizzes."""
        return f"{self.topic} quiz" if self.quiz else self.topic


@dataclass(frozen=True, slots=True)
class Chances:
    """The chance to do one item for each ability: its mean, and its second moment over the error of the difficulty."""

    mean: Curve
    square: Curve


class Curves:
    """The curves of one item; items of equal difficulty and guessing share them."""

    def __init__(self, difficulty: float, guess: float) -> None:
        first, second, third = moments(difficulty)
        free = 1.0 - guess
        self.right: Curve = tuple(guess + free * m for m in first)
        """Chance of a right answer for each ability."""
        self.wrong: Curve = tuple(free * (1.0 - m) for m in first)
        self.unasked = Chances(first, second)
        self.after_right = Chances(
            tuple((guess * a + free * b) / p for a, b, p in zip(first, second, self.right, strict=True)),
            tuple((guess * b + free * c) / p for b, c, p in zip(second, third, self.right, strict=True)),
        )
        """The chance to do it, given a right answer, which may be a guess."""
        self.after_wrong = Chances(
            tuple((a - b) / (1.0 - a) for a, b in zip(first, second, strict=True)),
            tuple((b - c) / (1.0 - a) for a, b, c in zip(first, second, third, strict=True)),
        )

    @staticmethod
    def of(item: Item) -> Curves:
        return _curves(item.difficulty, item.guess)

    def likelihood(self, right: bool) -> Curve:
        """Return the probability of a response for each ability."""
        return self.right if right else self.wrong

    def chances(self, right: bool | None) -> Chances:
        """Return the chances to do the item; None: it was not asked."""
        return self.unasked if right is None else self.after_right if right else self.after_wrong


_curves = cache(Curves)


class Belief:
    """The posterior of all abilities, given responses. Immutable: `after` returns a new one."""

    def __init__(self, topics: Iterable[str]) -> None:
        """Begin with the prior distribution of learners."""
        flat = (1.0,) * len(POINTS)
        skills = [skill for topic in topics for skill in (topic, f"{topic} quiz")]
        self._likelihoods: dict[str, Curve] = dict.fromkeys(skills, flat)
        self._evidence: dict[str, Curve] = dict.fromkeys(self._likelihoods, flat)
        self._skills: dict[str, Curve] = {}

    def __contains__(self, skill: object) -> bool:
        return skill in self._likelihoods

    def after(self, item: Item, right: bool) -> Belief:
        """Return the posterior after one more response.

        Raises:
            KeyError: the item's topic is unknown here.
        """
        skill, likelihood = item.skill, Curves.of(item).likelihood(right)
        product = [a * b for a, b in zip(self._likelihoods[skill], likelihood, strict=True)]
        largest = max(product)
        scaled = tuple(value / largest for value in product)  # 500 responses would underflow otherwise
        new = Belief(())
        new._likelihoods = {**self._likelihoods, skill: scaled}
        new._evidence = {**self._evidence, skill: tuple(dot(row, scaled) for row in _GIVEN)}
        return new

    @cached_property
    def general(self) -> Curve:
        """The posterior of the general ability: a weight for each of `POINTS`."""
        weights = _GENERAL
        for evidence in self._evidence.values():
            weights = normalised(a * b for a, b in zip(weights, evidence, strict=True))
        return weights

    def topic(self, topic: str) -> Curve:
        """Return the posterior of a skill, of a topic's code or quizzes: a weight for each of `POINTS`."""
        if topic not in self._skills:
            likelihood, evidence = self._likelihoods[topic], self._evidence[topic]
            others = [a / b for a, b in zip(self.general, evidence, strict=True)]
            self._skills[topic] = normalised(a * dot(others, row) for a, row in zip(likelihood, _INTO, strict=True))
        return self._skills[topic]

    def given_general(self, topic: str, point: int) -> Curve:
        """Return the posterior of the ability in a topic for one general ability, `POINTS[point]`."""
        return normalised(a * b for a, b in zip(_GIVEN[point], self._likelihoods[topic], strict=True))


def belief_after(topics: Iterable[str], items: Mapping[str, Item], responses: Mapping[str, bool]) -> Belief:
    """Return the posterior after all responses; those to unknown items are left out."""
    belief = Belief(topics)
    for identity, right in responses.items():
        if identity in items and items[identity].skill in belief:
            belief = belief.after(items[identity], right)
    return belief
