"""Draws cases from a description of all possible cases: the key `domain` of an exercise.

What the description leaves open is decided at random some hundred times. Each such choice has marks of what it tries
("m < n", "axis = -1", "sorted"). A grading takes the few choices that have every mark between them, and as many pairs
of marks as the number of cases allows. docs/authoring.md explains the keys.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

import numpy as np

from mxtutor.content.model import Case
from mxtutor.grading.cases.filling import SPAN, Filler, Formula, Kind, Names, kinds
from mxtutor.grading.recipes import Array

POOL = 300
"""Number of random choices from which the cases of one grading are taken."""
LEAST, MOST = 6, 24
"""Minimum and maximum number of different cases of a grading; one of them comes once more with other elements."""
MOST_OBSERVED = 14
"""The maximum if an observer calls the answer several times in each case."""
MOST_STUDIED = 12
"""The maximum if an observer uses the answer's Block in all modes, or if random draws are tested."""
TRIES = 40
"""Maximum number of tries to find a choice that `where` allows."""
FORMS = ("whole", "slice", "reshaped")
"""How an argument lies in memory: in an array of its own, or as a part or another shape of a larger array."""
ANY_SHAPE = 5
"""Maximum number of axes of an argument of any shape."""
FAR = 0.1
"""Share of the choices in which one length is far beyond the others, so that counts in small types overflow."""
BEYOND = range(10, 25)
"""Lengths for the choices in which several lengths together are somewhat beyond the usual ones."""
LONG = 100
"""Where possible, some case has an axis with more elements than this, at each place of a shape."""
MUCH = 1000
"""Number of elements from which an array is always mixed: it shows that an answer stops after some elements."""


class Mark(NamedTuple):
    """One thing that a case tries."""

    subject: str
    """The sizes, the argument or the condition that it is about."""
    facet: str
    """Which property of it; a case has at most one mark for each property of a subject."""
    text: str
    weight: int = 2
    """Pairs of marks are tried by their smaller weight, those of weight 2 first; 0 for marks that are in no pair, and
    -1 for those that are tried like a pair themselves, as far as the cases go."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Everything that a description leaves open, decided; arrays are filled later."""

    names: Names
    """The sizes, and the arguments that are numbers."""
    chosen: Mapping[str, Any]
    """For each argument its `Chosen` array, or its spec with names of sizes in it."""
    marks: tuple[Mark, ...]
    usual: bool
    """Whether all of `mostly` holds."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """An array that is decided but for its elements."""

    shape: tuple[int, ...]
    dtype: str
    kind: Kind
    pattern: str
    form: str


class Argument:
    """The possible values of one argument."""

    def choose(self, name: str, random: Random, names: dict[str, Any], made: dict[str, Any]) -> Iterator[Mark]:
        """Decide the value: put it into `made`, and into `names` if it is a number; yield the marks."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Arrays(Argument):
    """Arrays of some shapes, dtypes and kinds of values."""

    shapes: tuple[tuple[Formula, ...] | str, ...]
    dtypes: tuple[str, ...]
    kinds: tuple[Kind, ...]
    forms: tuple[str, ...]
    context: str | None

    def choose(self, name: str, random: Random, names: dict[str, Any], made: dict[str, Any]) -> Iterator[Mark]:
        which = random.choice(self.shapes)
        if isinstance(which, str) and which != "any":
            shape = made[which.removeprefix("like ")].shape
        elif isinstance(which, str):
            shape = _any_shape(random)
            yield Mark(name, "axes", f"{len(shape)} axes")
            if {*shape} == {1}:
                yield Mark(name, "lengths", "one element")
            elif len(shape) > 1:
                lengths = "equal lengths" if len({*shape}) == 1 else "different lengths" if 1 not in shape else "a 1"
                yield Mark(name, "lengths", lengths)
        else:
            shape = tuple(int(length(names)) for length in which)
            if len(self.shapes) > 1:
                yield Mark(name, "shape", f"({', '.join(length.text for length in which)})")
        if min(shape, default=1) < 0:
            raise ValueError(f"{name} has the shape {shape}")
        if max(shape, default=0) > LONG and (which == "any" or not isinstance(which, str)):
            axis = int(np.argmax(shape))
            where = f"axis {axis} of {len(shape)}" if which != "any" else "a later axis" if axis else "the first axis"
            yield Mark(name, "far", f"{where} is long", weight=0)
        dtype = random.choice(self.dtypes)
        if dtype.startswith("like "):
            dtype = made[dtype.removeprefix("like ")].dtype
        elif len(self.dtypes) > 1:
            yield Mark(name, "dtype", dtype)
        possible = [kind for kind in self.kinds if np.dtype(dtype).kind == "f" or kind.with_ not in ("nan", "inf")]
        kind, form = random.choice(possible), random.choice(self.forms)
        if len(self.kinds) > 1:
            yield Mark(name, "values", kind.text)
        if len(self.forms) > 1:
            yield Mark(name, "form", form)
        count = int(np.prod(shape))
        open_ = kind.patterns(np.dtype(dtype), count)
        pattern = open_[0] if random.random() < 0.5 or count > MUCH else random.choice(open_)
        yield Mark(name, "pattern", pattern, weight=0)
        made[name] = Chosen(shape, dtype, kind, pattern, form)


def _any_shape(random: Random) -> tuple[int, ...]:
    count = random.randint(1, ANY_SHAPE)
    if random.random() < FAR:
        shape = [random.randint(2, 3) for _ in range(min(count, 3))]
        shape[random.randrange(len(shape))] = random.randint(2052, 2300) // (1, 1, 4)[len(shape) - 1]
        return tuple(shape)
    if random.random() < 0.5:
        return tuple(random.sample((2, 3, 4, 5, 6), count))
    return (random.randint(1, 4),) * count if random.random() < 0.3 else tuple(random.choices((1, 2, 3, 5), k=count))


@dataclass(frozen=True, slots=True)
class Options(Argument):
    """One of some values, each a plain value or a spec as in a case; without marks if there is only one."""

    values: tuple[Any, ...]

    def choose(self, name: str, random: Random, names: dict[str, Any], made: dict[str, Any]) -> Iterator[Mark]:
        made[name] = value = random.choice(self.values)
        if isinstance(value, (int, float)):
            names[name] = value
        if len(self.values) > 1:
            yield Mark(name, "value", str([*value.values()] if isinstance(value, Mapping) else value))


@dataclass(frozen=True, slots=True)
class Numbers(Argument):
    """A number between two ends, both included: whole if both ends and the step are whole."""

    low: Formula
    high: Formula
    step: str

    def choose(self, name: str, random: Random, names: dict[str, Any], made: dict[str, Any]) -> Iterator[Mark]:
        low, high = self.low(names), self.high(names)
        names[name] = made[name] = value = self.draw(random, names)
        yield Mark(name, "sign", f"{name} {'<' if value < 0 else '>' if value > 0 else '='} 0")
        for end, text in ((low, "the least"), (high, "the largest")):
            if value == end:
                yield Mark(name, text, text, weight=0)

    def draw(self, random: Random, names: Names) -> int | float:
        """Return one of the numbers, quite often an end, 0, 1 or -1."""
        low, high = self.low(names), self.high(names)
        whole = isinstance(low, int) and isinstance(high, int)
        if self.step:
            step = float(self.step) if "." in self.step else int(self.step)
            drawn = low + random.randint(0, int((high - low) / step)) * step
        else:
            drawn = random.randint(low, high) if whole else round(random.uniform(low, high), 3)
        special = [v for v in (0, 1, -1, low, high) if low <= v <= high and not self.step]
        value = random.choice(special) if special and random.random() < 0.4 else drawn
        return value if whole and not self.step else type(drawn)(value)


@dataclass(frozen=True, slots=True)
class Lists(Argument):
    """A list of numbers, whose length is drawn, too: the widths of layers, for example."""

    length: Numbers
    each: Numbers

    def choose(self, name: str, random: Random, names: dict[str, Any], made: dict[str, Any]) -> Iterator[Mark]:
        length = int(self.length.draw(random, names))
        names[name] = made[name] = [self.each.draw(random, names) for _ in range(length)]
        yield Mark(name, "length", f"{length} numbers")
        if length > 1:
            yield Mark(name, "numbers", "equal numbers" if len({*names[name]}) == 1 else "different numbers")


@dataclass(frozen=True, slots=True)
class Axes(Argument):
    """An axis of an array argument, counted from the front or from the end; or a place for a new one."""

    of: str
    new: bool

    def choose(self, name: str, random: Random, names: dict[str, Any], made: dict[str, Any]) -> Iterator[Mark]:
        count = len(made[self.of].shape) + self.new
        names[name] = made[name] = value = random.randrange(-count, count)
        yield Mark(name, "value", str(value))


@dataclass(frozen=True, slots=True)
class Derived(Argument):
    """A number that follows from the sizes and the earlier arguments."""

    formula: Formula

    def choose(self, name: str, _: Random, names: dict[str, Any], made: dict[str, Any]) -> Iterator[Mark]:
        names[name] = made[name] = self.formula(names)
        yield from ()


@dataclass(frozen=True, slots=True)
class Domain:
    """The possible cases, as `exercise.yaml` describes them."""

    sizes: Mapping[str, Sequence[int]]
    far: Mapping[str, int]
    """For some sizes one more length, far beyond the others."""
    where: tuple[Formula, ...]
    cover: tuple[Formula, ...]
    mostly: tuple[Formula, ...]
    arguments: Mapping[str, Argument]

    def choices(self, random: Random, count: int) -> list[Choice]:
        """Return `count` random choices that `where` allows, and more until each condition of `cover` occurs.

        Raises:
            LookupError, TypeError, ValueError, ArithmeticError: a formula cannot be computed.
            ValueError: `where` allows next to nothing.
        """
        found: list[Choice] = []
        lacking = [*self.cover]
        for _ in range(count * TRIES):
            choice = self._choice(random)
            if all(condition(choice.names) for condition in self.where):
                came = [one for one in lacking if one(choice.names)]
                if came or len(found) < count:
                    found.append(choice)
                lacking = [one for one in lacking if one not in came]
            if len(found) >= count and not lacking:
                break
        if len(found) < count:
            raise ValueError("`where` allows next to nothing that the rest describes")
        return found

    def _choice(self, random: Random) -> Choice:
        names = dict(self._sizes(random))
        if self.far and random.random() < FAR:
            names = {name: random.choice(allowed[1:] or allowed) for name, allowed in self.sizes.items()}
            grown = random.choice([*self.far])
            names[grown] = self.far[grown]
        elif len(self.far) > 1 and random.random() < FAR:
            length = random.choice(BEYOND)
            names |= {n: random.choice((length, random.choice(BEYOND), self.sizes[n][0])) for n in self.far}
        marks = [*self._size_marks(names)]
        made: dict[str, Any] = {}
        for name, argument in self.arguments.items():
            marks += argument.choose(name, random, names, made)
        marks += [Mark(one.text, "", one.text) for one in self.cover if one(names)]
        return Choice(names, made, tuple(marks), all(one(names) for one in self.mostly))

    def _sizes(self, random: Random) -> Iterator[tuple[str, int]]:
        """Yield a length for each size: mostly small ones; in half of the choices, often range ends or equal ones."""
        earlier: list[int] = []
        special = random.random() < 0.5
        for name, allowed in self.sizes.items():
            value = random.choice(allowed[:6] if random.random() < 0.7 else allowed)
            if special and random.random() < 0.5:
                value = random.choice((allowed[0], allowed[-1], *(size for size in earlier if size in allowed)))
            earlier.append(value)
            yield name, value

    def _size_marks(self, sizes: Mapping[str, int]) -> Iterator[Mark]:
        for name, size in sizes.items():
            allowed = self.sizes[name]
            if size == self.far.get(name):
                yield Mark(name, "far", f"{name} = {size}", weight=0)
            elif len(allowed) == 1:
                continue
            elif size == allowed[0]:
                alone = " alone" if [*sizes.values()].count(size) == 1 else ""
                yield Mark(name, "least", f"{name} = {size}{alone}", weight=0)
            elif size > (allowed[0] + 2 * allowed[-1]) / 3:
                yield Mark(name, "large", f"{name} large", weight=1)
            else:
                yield Mark(name, "parity", f"{name} {'odd' if size % 2 else 'even'}", weight=1)
        for (a, m), (b, n) in combinations(sizes.items(), 2):
            yield Mark(f"{a}, {b}", "", f"{a} {'<' if m < n else '>' if m > n else '= 1 =' if m == 1 else '='} {b}")
        larger = [name for name in self.far if sizes[name] > self.sizes[name][-1]]
        if len(larger) > 1:
            equal = " equal" if len({sizes[name] for name in larger}) < len(larger) else ""
            weight = 0 if equal and len(larger) == len(self.far) < 4 else -1
            yield Mark("larger", "", f"{', '.join(larger)}{equal}", weight)
        for three in combinations(sizes, 3):
            if len({sizes[name] for name in three}) == 3:
                yield Mark(", ".join(three), "", " < ".join(sorted(three, key=sizes.__getitem__)), weight=-1)


def read(data: Mapping[str, Any]) -> Domain:
    """Return the domain that the key `domain` of an exercise describes.

    Raises:
        TypeError, ValueError: it is not in the grammar.
    """
    data = dict(data)
    sizes, far = {}, {}
    for name, spec in dict(data.pop("sizes", None) or {}).items():
        usual, _, beyond = str(spec).partition(" or ")
        sizes[name] = _range(name, usual if beyond else spec)
        if beyond:
            far[name] = int(beyond)
    where, cover_, mostly = (
        tuple(Formula(str(text)) for text in data.pop(key, None) or ()) for key in ("where", "cover", "mostly")
    )
    data.pop("outside", None)  # a description that only readers use
    arguments = {str(name): _argument(str(name), spec, {*sizes, *data}) for name, spec in data.items()}
    if taken := sorted({*sizes} & {*arguments}):
        raise ValueError(f"{taken[0]} is a size and an argument")
    return Domain(sizes, far, where, cover_, mostly, arguments)


def _range(name: str, spec: Any) -> Sequence[int]:
    if isinstance(spec, list) and spec and all(isinstance(one, int) for one in spec):
        return sorted(spec)
    found = re.fullmatch(r"(\d+)\.\.(\d+)", str(spec))
    if found is None or int(found[1]) > int(found[2]):
        raise ValueError(f"the size {name} is a range such as 1..6 or a list, not {spec!r}")
    return range(int(found[1]), int(found[2]) + 1)


_LIST = re.compile(r"(.+) times (.+)")
_AXES = re.compile(r"(new )?axes of (\w+)")
_ARRAY_KEYS = {"shape", "dtype", "values", "forms", "ctx"}


def _argument(name: str, spec: Any, known: set[str]) -> Argument:
    if isinstance(spec, list):
        if not spec:
            raise ValueError(f"{name} is an empty list")
        return Options(tuple(spec))
    if isinstance(spec, Mapping) and "shape" in spec:
        return _arrays(name, spec)
    if not isinstance(spec, str):
        return Options((spec,))
    if found := _AXES.fullmatch(spec):
        return Axes(found[2], bool(found[1]))
    if found := _LIST.fullmatch(spec):
        return Lists(numbers_of(found[1]), numbers_of(found[2]))
    if SPAN.fullmatch(spec):
        return numbers_of(spec)
    with suppress(ValueError):
        made = Formula(spec)
        if made.names & known:
            return Derived(made)
    raise ValueError(f"{name}: {spec!r} is not a range, an axis or a formula of sizes; write a list of allowed values")


def numbers_of(text: str) -> Numbers:
    """Return the numbers of a range, or the one of a formula; raise ValueError for other texts."""
    if found := SPAN.fullmatch(text):
        return Numbers(Formula(found[1]), Formula(found[2]), found[3] or "")
    return Numbers(Formula(text), Formula(text), "")


def _arrays(name: str, spec: Mapping[str, Any]) -> Arrays:
    if unknown := sorted({*spec} - _ARRAY_KEYS):
        raise ValueError(f"{name} has the unknown key {unknown[0]}; known are {', '.join(sorted(_ARRAY_KEYS))}")
    shape = spec["shape"]
    several = isinstance(shape, list) and any(isinstance(one, list) for one in shape)
    if isinstance(shape, str) and shape != "any" and not shape.startswith("like "):
        raise ValueError(f"{name}: shape is a list, `any` or `like x`, not {shape!r}")
    shapes = tuple(
        one if isinstance(one, str) else tuple(Formula(str(length)) for length in one)
        for one in (shape if several else [shape])
    )
    values, forms = _listed(spec.get("values", "normal")), _listed(spec.get("forms", "whole"))
    if wrong := [form for form in forms if form not in FORMS]:
        raise ValueError(f"{name}: forms are {', '.join(FORMS)}, not {wrong[0]!r}")
    return Arrays(shapes, _listed(spec.get("dtype", "float32")), kinds(values), forms, spec.get("ctx"))


def _listed(data: Any) -> tuple[str, ...]:
    return tuple(map(str, data)) if isinstance(data, list) else (str(data),)


def _with_sizes(spec: Any, names: Names) -> Any:
    """Return a spec whose texts that are formulas of known names are replaced by their numbers.

    Lists in lists of numbers are joined to these. A key such as "bn if depth > 1" is left out where that does not hold.
    """
    if isinstance(spec, Mapping):
        keys = [(*str(key).partition(" if "), value) for key, value in spec.items()]
        return {k: _with_sizes(v, names) for k, _, condition, v in keys if not condition or Formula(condition)(names)}
    if isinstance(spec, list):
        parts = [(one, _with_sizes(one, names)) for one in spec]
        return [n for one, v in parts for n in (v if isinstance(one, str) and isinstance(v, list) else [v])]
    if not isinstance(spec, str):
        return spec
    try:
        made = Formula(spec)
    except ValueError:
        return spec
    return made(names) if made.names and made.names <= names.keys() else spec


def cover(choices: Sequence[Choice], most: int = MOST) -> list[Choice]:
    """Return choices, at most `most`, with every mark between them and many pairs of marks, those of weight 2 first."""
    numbers: dict[Mark, int] = {}
    tried = [sorted({numbers.setdefault(mark, len(numbers)) for mark in choice.marks}) for choice in choices]
    weights = [mark.weight for mark in numbers]
    count = len(numbers)
    masks: list[tuple[int, int, int]] = []
    for marks in tried:
        own = [sum(1 << mark for mark in marks if weights[mark] == weight) for weight in range(3)]
        heavy = light = 0
        for mark in marks:  # a row of bits for its pairs with later marks
            row, later = mark * count, -1 << (mark + 1)
            if weights[mark] == 2:
                heavy |= (own[2] & later) << row
                light |= (own[1] & later) << row
            elif weights[mark] == 1:
                light |= ((own[1] | own[2]) & later) << row
            elif weights[mark] < 0:  # wished, not needed
                heavy |= 1 << row + mark
        masks.append((sum(own), heavy, light))
    had = [0, 0, 0]

    def gain(at: int) -> list[int]:
        return [(mask & ~have).bit_count() for mask, have in zip(masks[at], had, strict=True)]

    left = [*range(len(choices))]
    chosen: list[Choice] = []
    while left and len(chosen) < most:
        if sum(not one.usual for one in chosen) >= max(1, most // 4):
            left = [at for at in left if choices[at].usual] or left
        best = max(left, key=gain)
        if not any(gain(best)) and len(chosen) >= min(LEAST, most):
            break
        had = [have | mask for have, mask in zip(had, masks[best], strict=True)]
        left.remove(best)
        chosen.append(choices[best])
    return sorted(chosen, key=_plainness)


def _plainness(choice: Choice) -> tuple[int, int]:
    """Return a sort key that puts plain and small cases first, for a learner who reads the first case that fails."""
    arrays = [one for one in choice.chosen.values() if isinstance(one, Chosen)]
    return sum(one.pattern != "mixed" for one in arrays), sum(int(np.prod(one.shape)) for one in arrays)


def _size_of_mixed(choice: Choice) -> int:
    """Return the number of elements of a case without patterns."""
    arrays = [one for one in choice.chosen.values() if isinstance(one, Chosen)]
    return sum(int(np.prod(one.shape)) for one in arrays if one.pattern == "mixed")


def drawn_cases(
    data: Mapping[str, Any], seeds: Sequence[int], again: int, most: int, shown: Container[str]
) -> list[Case]:
    """Return at most `most` cases for a grading, with every array filled.

    `shown` has the names of the entry's parameters. A case's name is about these, and a size of such a name is passed.
    One more comes last: a case once more with other elements, so that no answer can keep a result by its shapes.
    Another `again` gives the same cases with other elements.

    Raises:
        LookupError, TypeError, ValueError, ArithmeticError: the description is not in the grammar.
    """
    domain = read(data)
    random = Random(int(np.random.default_rng(seeds).integers(2**62)))  # noqa: S311 - a replay needs a seed
    rng = np.random.default_rng([*seeds, again])
    fillers = {name: Filler(rng) for name in domain.arguments}
    chosen = cover(domain.choices(random, POOL), most)
    cases = [_case(domain, choice, fillers, shown) for choice in chosen]
    near = [choice for choice in chosen if all(mark.facet != "far" for mark in choice.marks)] or chosen
    repeated = _case(domain, max(near, key=_size_of_mixed), fillers, shown)
    return [*cases, replace(repeated, name=f"{repeated.name}, other numbers")]


def _case(domain: Domain, choice: Choice, fillers: Mapping[str, Filler], shown: Container[str]) -> Case:
    plain = [v for k, v in choice.names.items() if k in choice.chosen and type(v) in (int, float)]
    specs: dict[str, Any] = {name: choice.names[name] for name in domain.sizes if name in shown}
    words = [f"{name} = {size}" for name, size in specs.items()]
    for name, one in choice.chosen.items():
        if not isinstance(one, Chosen):
            specs[name] = _with_sizes(one, choice.names) if isinstance(one, Mapping) else one
            words += [] if isinstance(one, Mapping) or name not in shown else [f"{name} = {one}"]
            continue
        array = fillers[name].fill(one.kind, one.pattern, one.dtype, one.shape, choice.names, plain)
        argument = domain.arguments[name]
        specs[name] = _spec(array, one, argument.context if isinstance(argument, Arrays) else None)
        words += [_words(name, one)] if name in shown else []
    told = {name for one in words for name in re.findall(r"\w+", one)}
    told |= {one.formula.text for name, one in domain.arguments.items() if isinstance(one, Derived) and name in shown}
    if any(isinstance(one, Mapping) for one in choice.chosen.values()):
        lists = (name for name, one in domain.arguments.items() if isinstance(one, Lists))
        words += [f"{name} = {choice.names[name]}" for name in (*domain.sizes, *lists) if name not in told]
    return Case(specs, ", ".join(words))


def _spec(array: Array, chosen: Chosen, context: str | None) -> dict[str, Any]:
    spec: dict[str, Any] = {"values": array, "dtype": array.dtype.name}
    if chosen.form != "whole":
        spec["form"] = chosen.form
    return {**spec, "ctx": context} if context else spec


def _words(name: str, chosen: Chosen) -> str:
    words = [name, str(chosen.shape)]
    if chosen.dtype != "float32":
        words.append(chosen.dtype)
    if chosen.kind.with_:
        words.append(f"with {chosen.kind.with_}")
    words += [word for word in (chosen.pattern, chosen.form) if word not in ("mixed", "whole")]
    return " ".join(words)


@dataclass(frozen=True, slots=True)
class Coverage:
    """What the drawn cases of some gradings try."""

    tried: Mapping[str, Counter[str]]
    """For each subject, how often each of its marks came in the first of these gradings."""
    missing: tuple[str, ...]
    """What the description allows, and no case of these gradings tries, in words."""
    cases: int
    """Cases of the first grading."""


def coverage(data: Mapping[str, Any], seeds: Iterable[int], most: int, shown: Container[str]) -> Coverage:
    """Return what the cases of some seeds try, beside all that the description allows; `shown` as in `drawn_cases`.

    Raises:
        LookupError, TypeError, ValueError, ArithmeticError: the description is not in the grammar.
    """
    domain = read(data)
    gradings: list[list[Choice]] = []
    possible: dict[Mark, None] = {}
    for seed in seeds:
        pool = domain.choices(Random(seed), POOL)  # noqa: S311
        possible |= dict.fromkeys(mark for choice in pool for mark in choice.marks)
        gradings.append(cover(pool, most))
    had = {mark for cases in gradings for choice in cases for mark in choice.marks}
    missing = [f"no case has {mark.subject}: {mark.text}" for mark in possible if mark.weight >= 0 and mark not in had]
    subjects = {mark.subject for mark in possible}
    missing += [f"`cover` has {one.text!r}, which never comes" for one in domain.cover if one.text not in subjects]
    used = {word for name in domain.arguments for word in re.findall(r"[A-Za-z_]\w*", str(data[name]))}
    missing += [f"the size {name} is in no argument" for name in domain.sizes if name not in used and name not in shown]
    tried: dict[str, Counter[str]] = {}
    for choice in gradings[0]:
        for mark in choice.marks:
            tried.setdefault(mark.subject, Counter())[mark.text] += 1
    return Coverage(tried, tuple(missing), len(gradings[0]))
