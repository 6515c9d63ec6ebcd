"""The review of a right answer: its notes by kind, and its cost beside the solution. It changes no verdict.

A note that the shipped solution would get as well is left out: the solution is the idiomatic answer.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import zip_longest

from mxtutor.content.model import Exercise
from mxtutor.grading.cases.draw import all_cases
from mxtutor.grading.diagnosis.evidence import calls_of, last_name, parse
from mxtutor.grading.diagnosis.forms import mxnet_names
from mxtutor.grading.flags import Names
from mxtutor.grading.messages import CaseInputs, CountJob
from mxtutor.grading.protocol import Cost, Note, Review
from mxtutor.grading.references.prepare import Prepared, answer_limits, elements
from mxtutor.grading.results.decode import Counts, LineCount
from mxtutor.grading.results.execute import execute
from mxtutor.grading.workers.job import RunningJobs
from mxtutor.grading.workers.worker import Worker

COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
ARRAYS = frozenset({"shape", "values", "rows", "spectrum", "view_of"})
"""Keys of a case's spec that describe an array."""
_OF_SHAPE = frozenset({"shape", "ndim", "size", "dtype", "context", "ctx"})
"""Attributes of an array that tell nothing about its elements."""
_ENDS_OF_COPIES = frozenset({"mxnet.nd.array", "mxnet.np.array", "len"})
"""Functions whose result is not an array of NumPy, whatever they get."""


@dataclass(frozen=True)
class RightCode:
    exercise: Exercise
    tree: ast.Module
    counts: Counts | None = None
    """What ran; None if only the syntax is known."""
    usual: RightCode | None = None
    """The shipped solution; None if this is it."""

    @property
    def solution(self) -> RightCode:
        """The shipped solution, beside which some rules see an answer."""
        return self.usual or self

    @cached_property
    def names(self) -> Names:
        return Names(self.tree)

    @cached_property
    def calls(self) -> tuple[ast.Call, ...]:
        """All calls, in the order of their lines."""
        return tuple(sorted(calls_of(self.tree), key=lambda node: (node.lineno, node.col_offset)))

    @cached_property
    def rounds(self) -> tuple[ast.AST, ...]:
        """The parts that run in each round of a loop: bodies, tests of `while`, elements of comprehensions."""
        return tuple(part for node in ast.walk(self.tree) for part in _rounds(node))

    @cached_property
    def in_loops(self) -> frozenset[ast.AST]:
        """All nodes that run in each round of a loop."""
        return frozenset(inner for part in self.rounds for inner in ast.walk(part))

    @cached_property
    def loop_lines(self) -> frozenset[int]:
        """The lines of statements that run in each round of a `for` or `while`."""
        bodies = (part for part in self.rounds if isinstance(part, ast.stmt))
        return frozenset(n for part in bodies for n in range(part.lineno, (part.end_lineno or part.lineno) + 1))

    @cached_property
    def arrays(self) -> frozenset[str]:
        given = ((name, spec) for case in all_cases(self.exercise) for name, spec in case.inputs.items())
        return frozenset(name for name, spec in given if isinstance(spec, dict) and ARRAYS & spec.keys())

    @cached_property
    def takes_plain_arguments(self) -> bool:
        """Whether all arguments are arrays, numbers and texts: no nets, no data sets, no lists."""
        given = ((name, spec) for case in all_cases(self.exercise) for name, spec in case.inputs.items())
        return all(name in self.arrays or not isinstance(spec, dict) or "pick" in spec for name, spec in given)

    @cached_property
    def uses_np(self) -> bool:
        """Whether the code uses arrays of `mxnet.np`."""
        names = {self.names.resolve(n) for n in ast.walk(self.tree) if isinstance(n, (ast.Name, ast.Attribute))}
        return any(name.startswith(("mxnet.np", "mxnet.numpy")) or name.endswith("as_np_ndarray") for name in names)

    def full_name(self, call: ast.Call) -> str:
        """Return the full name of what is called, `mxnet.nd.take`; empty if it is not a dotted name."""
        name = self.names.resolve(call.func)
        return name.replace("mxnet.ndarray.", "mxnet.nd.", 1).replace("mxnet.numpy.", "mxnet.np.", 1)

    def counted(self, line: int) -> LineCount:
        """Return the counts of a line; zeros if it did not run or nothing is counted."""
        lines = self.counts.lines if self.counts else ()
        return next((one for one in lines if one.line == line), LineCount(line))

    @cached_property
    def copied(self) -> frozenset[str]:
        """The names of variables that hold NumPy's copy of an array, or what is computed from one."""
        found: set[str] = set()
        for _ in range(3):  # a copy of a copy of a copy
            found |= {name for names, value in self.bindings if self._from_copy(value, found) for name in names}
        return frozenset(found)

    @cached_property
    def bindings(self) -> tuple[tuple[frozenset[str], ast.expr], ...]:
        """The variables of each assignment with the value that they get."""
        found = []
        for node in ast.walk(self.tree):
            if isinstance(node, (ast.Assign, ast.AnnAssign, ast.NamedExpr)) and node.value is not None:
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                inner = (n for target in targets for n in ast.walk(target))
                names = (n.id for n in inner if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))
                found.append((frozenset(names), node.value))
        return tuple(found)

    def is_copied(self, node: ast.expr) -> bool:
        """Return whether an expression holds elements of NumPy's copy of an array."""
        return self._from_copy(node, self.copied)

    def _from_copy(self, node: ast.AST, names: set[str] | frozenset[str]) -> bool:
        if isinstance(node, ast.Attribute) and node.attr in _OF_SHAPE:
            return False
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute) and node.func.attr == "asnumpy":
                return True
            if self.full_name(node) in _ENDS_OF_COPIES:
                return False
        if isinstance(node, ast.Name):
            return node.id in names
        return any(self._from_copy(child, names) for child in ast.iter_child_nodes(node))

    def may_be_numpy(self, name: str) -> bool:
        """Return whether a variable holds an array of NumPy somewhere."""
        inner = (node for names, value in self.bindings if name in names for node in ast.walk(value))
        made = any(isinstance(node, ast.Call) and self.full_name(node).startswith("numpy.") for node in inner)
        return made or name in self.copied

    def spans(self, line: int) -> Iterator[ast.expr | ast.stmt]:
        """Yield the expressions and statements that a line is a part of."""
        for node in ast.walk(self.tree):
            if isinstance(node, (ast.expr, ast.stmt)) and node.lineno <= line <= (node.end_lineno or node.lineno):
                yield node


def _rounds(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, (ast.For, ast.AsyncFor)):
        yield from node.body
    elif isinstance(node, ast.While):
        yield from (node.test, *node.body)
    elif isinstance(node, COMPREHENSIONS):
        yield from (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,)
        for number, generator in enumerate(node.generators):
            yield from generator.ifs
            if number:
                yield generator.iter


WAITS = frozenset({"asnumpy", "asscalar", "wait_to_read", "waitall"})
"""Methods and functions of MXNet that wait for a result."""
WAITING_BUILTINS = frozenset({"float", "int", "bool", "print", "str", "repr", "format", "round"})
"""Functions of Python that wait if they get an array."""
_READS = frozenset({"asnumpy", "asscalar", "item", "tolist"})
"""Methods that wait and return no array of MXNet."""
_WAITING = WAITS | WAITING_BUILTINS | _READS
_OPERATIONS = (ast.Call, ast.BinOp, ast.UnaryOp, ast.AugAssign, ast.Compare, ast.Subscript)
"""Code that can run an operator."""
_PLAIN_BUILTINS = frozenset({"range", "len", "zip", "enumerate", "reversed", "tuple", "list", "isinstance", "type"})
"""Functions of Python that run no operator by themselves."""
CREATORS = {
    "mxnet.nd.zeros": 1, "mxnet.nd.ones": 1, "mxnet.nd.empty": 1, "mxnet.nd.array": 1, "mxnet.nd.full": 2, "mxnet.nd.eye": 3,
    "mxnet.nd.arange": 4, "mxnet.nd.linspace": 3, "mxnet.np.zeros": 3, "mxnet.np.ones": 3, "mxnet.np.array": 2,
    "mxnet.np.full": 4, "mxnet.np.eye": 4, "mxnet.np.arange": 4, "mxnet.np.linspace": 7,
}  # fmt: skip
"""Functions that make an array, with the number of their positional arguments before the context."""
PLACES = ("ctx", "device")
MOVES = frozenset({"as_in_context", "as_in_ctx", "copyto"})
CLIPPING = frozenset({"mxnet.nd.take", "mxnet.nd.pick", "mxnet.npx.pick", "mxnet.nd.Embedding", "mxnet.npx.embedding"})
"""Functions that replace an index outside the array by a valid one."""
DEPRECATED = {
    "mxnet.nd.Cast": "nd.cast", "mxnet.nd.Concat": "nd.concat", "mxnet.nd.concatenate": "nd.concat", "mxnet.nd.Flatten": "nd.flatten",
    "mxnet.nd.Pad": "nd.pad", "mxnet.nd.Reshape": "x.reshape", "mxnet.nd.SliceChannel": "nd.split", "mxnet.nd.crop": "nd.slice",
    "mxnet.nd.SoftmaxActivation": "nd.softmax", "mxnet.nd.onehot_encode": "nd.one_hot", "mxnet.nd.BatchNorm_v1": "nd.BatchNorm",
    "mxnet.nd.Convolution_v1": "nd.Convolution", "mxnet.nd.Pooling_v1": "nd.Pooling",
}  # fmt: skip
"""Functions that MXNet's documentation calls deprecated, and what it has instead."""
_OTHER_THAN_NUMPY = frozenset({"concatenate", "pad", "reshape", "split"})
"""Functions of `mxnet.nd` that need other arguments than NumPy's, or that a note calls deprecated or unchecked."""
_MODE = {"take": 3, "pick": 4}
"""Positional arguments before the mode."""
_FALLBACK = """
    allclose alltrue apply_along_axis apply_over_axes argpartition argwhere array_equal array_equiv choose compress cond corrcoef
    correlate count_nonzero cov digitize divmod extract flatnonzero float_power frexp heaviside histogram2d histogram_bin_edges
    histogramdd i0 in1d interp intersect1d isclose isin ix_ lexsort lstsq matrix_power matrix_rank min_scalar_type mirr modf msort
    multi_dot nanargmax nanargmin nancumprod nancumsum nanmax nanmedian nanmin nanpercentile nanprod nanquantile ndim npv packbits
    partition piecewise poly polyadd polydiv polyfit polyint polymul polysub positive ppmt promote_types ptp pv qr rate real
    result_type rollaxis roots searchsorted select setdiff1d setxor1d signbit size spacing take_along_axis trapz tril_indices_from
    trim_zeros triu_indices_from union1d unpackbits unwrap vander
"""
FALLBACK = frozenset(_FALLBACK.split())
"""Functions of `mxnet.np` that compute in NumPy themselves."""
PLAIN_NUMPY = frozenset(
    {"array", "asarray", "ascontiguousarray", "copy", "empty", "zeros", "ones", "full", "arange", "testing", "allclose"}
)
"""Functions of NumPy that make or compare arrays and compute nothing."""
_TAKES_NP = ", which takes arrays of `mxnet.np`: `x.as_np_ndarray()` makes one without a copy"


@dataclass(frozen=True, slots=True)
class RuleMatch:
    """A line of the answer to which a rule applies, and the words that its sentences need."""

    line: int | None
    words: dict[str, object] = field(default_factory=dict)


def waits_in_loop(code: RightCode) -> Iterator[RuleMatch]:
    """Yield lines in a loop that wait for results again and again."""
    inner = [call for call in code.calls if call in code.in_loops]
    if code.counts is None and code.solution.rounds:
        return  # only a run tells whether the solution waits in its loop as well
    if code.counts is None:
        named = (c.lineno for c in inner if isinstance(c.func, ast.Attribute) and c.func.attr in WAITS and not c.args)
        yield from (RuleMatch(line, {"count": ""}) for line in dict.fromkeys(named))
        return
    may_wait = {c.lineno for c in inner if last_name(c.func) in WAITS | WAITING_BUILTINS}
    for one in code.counts.lines:
        again = one.line in may_wait and one.waits > sum(map(_can_wait, code.spans(one.line)))
        if one.waits > 1 and (one.line in code.loop_lines or again):
            yield RuleMatch(one.line, {"count": f" {one.waits} times"})


def _can_wait(node: ast.AST) -> bool:
    """Return whether one run of a part of the code, without its inner parts, can wait for a result."""
    if isinstance(node, ast.Call):
        return last_name(node.func) in _WAITING and not _gets_numbers(node)
    return isinstance(node, (ast.Compare, ast.FormattedValue)) or (
        isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    )


def _gets_numbers(call: ast.Call) -> bool:
    """Return whether all arguments were read from arrays before, as in `float(x.asscalar())`: it waits once."""
    read = (isinstance(arg, ast.Call) and last_name(arg.func) in _READS for arg in call.args)
    return bool(call.args) and all(read)


def numpy_round_trip(code: RightCode) -> Iterator[RuleMatch]:
    """Yield calls of NumPy on the copy of an array, if MXNet has the function and the result comes back."""
    if not _returns_to_mxnet(code):
        return
    for call in code.calls:
        name = code.full_name(call)
        function = name.rpartition(".")[2]
        if not name.startswith("numpy.") or function in PLAIN_NUMPY or not any(map(code.is_copied, call.args)):
            continue
        if place := _home(name, code):
            takes = "" if place.startswith("nd") else _TAKES_NP
            yield RuleMatch(call.lineno, {"called": _shown(call), "ours": f"{place}.{function}", "takes": takes})


def loop_of_numbers(code: RightCode) -> Iterator[RuleMatch]:
    """Yield the first loop over NumPy's copy of an array, if its result goes back and the solution copies nothing."""
    solution = code.solution
    if not _returns_to_mxnet(code) or (solution.counts is not None and solution.counts.copies):
        return
    if solution.rounds or any(isinstance(c.func, ast.Attribute) and c.func.attr == "asnumpy" for c in solution.calls):
        return
    for node in ast.walk(code.tree):
        if isinstance(node, (ast.For, ast.comprehension)) and code.is_copied(node.iter):
            yield RuleMatch(node.iter.lineno)


def _returns_to_mxnet(code: RightCode) -> bool:
    """Return whether the code makes an array of MXNet from what it computed outside."""
    if code.counts is not None and not (_total(code, "to_numpy") and _total(code, "from_numpy")):
        return False
    made = (call for call in code.calls if code.full_name(call) in ("mxnet.nd.array", "mxnet.np.array"))
    return any(any(map(code.is_copied, call.args)) for call in made)


def _total(code: RightCode, what: str) -> int:
    return sum(getattr(line, what) for line in code.counts.lines) if code.counts else 0


def _home(name: str, code: RightCode) -> str:
    """Return where MXNet has a function of NumPy, `nd.linalg` for `numpy.linalg.det`; empty if it has none."""
    inside, _, function = name.removeprefix("numpy").rpartition(".")
    if function not in mxnet_names().get(f"np{inside}", ()) or function in FALLBACK:
        return ""
    usual = function in mxnet_names().get(f"nd{inside}", ()) and function not in _OTHER_THAN_NUMPY
    return f"nd{inside}" if usual and not code.uses_np else f"np{inside}"


def loop_of_operators(code: RightCode) -> Iterator[RuleMatch]:
    """Yield the first line in a loop that runs operators, where the solution has no such loop and runs less than half of them."""
    if code.counts is None or code.solution.counts is None or not code.takes_plain_arguments:
        return
    if next(_looped(code.solution, proven=False), None) is not None:
        return
    line = next(_looped(code), None)
    own, needed = code.counts.operators, code.solution.counts.operators
    if line is not None and own > 2 * needed > 0:
        yield RuleMatch(line, {"own": own, "needed": needed})


def _looped(code: RightCode, *, proven: bool = True) -> Iterator[int]:
    """Yield the lines in a loop that ran more than one operator.

    A line that is in a loop only by a comprehension can run several operators outside of it. If `proven`, it counts
    only where it ran more than its code can run in one round.
    """
    inner = {call.lineno for call in code.in_loops if isinstance(call, (ast.Call, ast.BinOp, ast.Subscript))}
    for one in code.counts.lines if code.counts else ():
        once = sum(map(_can_operate, code.spans(one.line))) if proven else 1
        again = one.line in inner and one.operators > once
        if one.operators > 1 and (one.line in code.loop_lines or again):
            yield one.line


def _can_operate(node: ast.AST) -> bool:
    """Return whether one run of a part of the code, without its inner parts, can run an operator."""
    plain = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _PLAIN_BUILTINS
    return isinstance(node, _OPERATIONS) and not plain


def written_argument(code: RightCode) -> Iterator[RuleMatch]:
    """Yield the arguments that the answer changes and the solution does not."""
    if code.counts is not None and code.solution.counts is not None:
        for name in code.counts.written:
            if name not in code.solution.counts.written and name in code.exercise.params:
                yield RuleMatch(None, {"name": name})


def clipped_index(code: RightCode) -> Iterator[RuleMatch]:
    """Yield reads by index that never fail."""
    for call in code.calls:
        name = code.full_name(call)
        method = isinstance(call.func, ast.Attribute) and call.func.attr in ("take", "pick") and not code.uses_np
        array = name.partition(".")[0]
        own = method and array in code.arrays and not code.may_be_numpy(array)
        if (name in CLIPPING or own) and not _chooses_mode(call, method=own):
            yield RuleMatch(call.lineno, {"called": _shown(call)})


def _chooses_mode(call: ast.Call, *, method: bool) -> bool:
    """Return whether a call of `take` or `pick` says, by name or position, what an invalid index does, or may say so."""
    if any(k.arg in ("mode", None) for k in call.keywords) or any(isinstance(a, ast.Starred) for a in call.args):
        return True
    before = _MODE.get(last_name(call.func))
    return before is not None and len(call.args) > before - method


def unchecked_reshape(code: RightCode) -> Iterator[RuleMatch]:
    yield from (RuleMatch(call.lineno) for call in code.calls if code.full_name(call) == "mxnet.nd.reshape")


def head_of_other_size(code: RightCode) -> Iterator[RuleMatch]:
    """Yield backward passes whose head gradient has another size than the output."""
    yield from (RuleMatch(line) for line in (code.counts.heads if code.counts else ()))


def whole_copy(code: RightCode) -> Iterator[RuleMatch]:
    """Yield copies of a whole array from which the code takes a part at a fixed place."""
    numbers = {c.args[0] for c in code.calls if last_name(c.func) in ("float", "int") and len(c.args) == 1}
    for node in ast.walk(code.tree):
        if not isinstance(node, ast.Subscript) or not _is_copy(node.value) or not _is_fixed(node.slice):
            continue
        copies = sum(_is_copy(call) for call in code.calls if call.lineno == node.lineno)
        one = code.counted(node.lineno)
        if copies != 1 or not one.to_numpy or one.elements <= one.to_numpy:
            continue
        if node in numbers or _leaves_some(node.slice):
            yield RuleMatch(node.lineno, {"elements": one.elements // one.to_numpy, "part": _shown(node)})


def _leaves_some(index: ast.expr) -> bool:
    """Return whether a fixed index surely leaves elements out; 0 and -1 take all of an axis of one element."""
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    return any(ast.literal_eval(part) not in (0, -1) for part in parts)


def _is_copy(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "asnumpy"


def _is_fixed(node: ast.expr) -> bool:
    parts = node.elts if isinstance(node, ast.Tuple) else [node]
    parts = [part.operand if isinstance(part, ast.UnaryOp) else part for part in parts]
    return all(isinstance(part, ast.Constant) and type(part.value) is int for part in parts)


def deprecated_name(code: RightCode) -> Iterator[RuleMatch]:
    """Yield names that MXNet's documentation calls deprecated."""
    for call in code.calls:
        if instead := DEPRECATED.get(code.full_name(call)):
            yield RuleMatch(call.lineno, {"called": _shown(call), "ours": instead})


def default_context(code: RightCode) -> Iterator[RuleMatch]:
    """Yield arrays that are made in the default context, in an exercise whose arguments are arrays."""
    if not code.arrays or any(isinstance(node, (ast.With, ast.ClassDef)) for node in ast.walk(code.tree)):
        return
    moved = _moved(code)
    for call in code.calls:
        most = CREATORS.get(code.full_name(call))
        named = any(k.arg in (*PLACES, None) for k in call.keywords)
        if most is not None and len(call.args) <= most and not named and call not in moved:
            yield RuleMatch(call.lineno, {"called": _shown(call)})


def _moved(code: RightCode) -> set[ast.AST]:
    """Return the expressions that a method moves to another context, at once or by their variable on a later line."""
    moves = [node for node in ast.walk(code.tree) if isinstance(node, ast.Attribute) and node.attr in MOVES]
    moved: set[ast.AST] = {node.value for node in moves}
    for node in moves:
        if isinstance(node.value, ast.Name):
            bound = (value for names, value in code.bindings if node.value.id in names and value.lineno < node.lineno)
            moved |= {inner for value in bound for inner in ast.walk(value)}
    return moved


def _shown(node: ast.Call | ast.Subscript) -> str:
    """Return the code of a called name, `nd.zeros`, or of a subscript, in one short line."""
    text = ast.unparse(node.func if isinstance(node, ast.Call) else node)
    return text if len(text) <= 40 else f"{text[:37]}..."


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of note. `{word}` in a sentence stands for a word that the rule finds."""

    code: str
    found: Callable[[RightCode], Iterator[RuleMatch]]
    """Yields the places of an answer to which the kind applies."""
    lesson: str
    """The lesson that explains it."""
    happens: str
    """What happens, one or two sentences."""
    instead: str
    """What to write instead, one sentence."""


KINDS = (
    Kind("head-size", head_of_other_size, "autograd/heads",
        "The gradient that `backward` gets has another number of elements than the output, and MXNet does not check it.",
        "Pass an array of the output's shape."),
    Kind("unchecked-reshape", unchecked_reshape, "tensors/reshaping",
        "The function `nd.reshape` does not check the number of elements: with a wrong shape it reads outside the array.",
        "Write `x.reshape(shape)`; the method checks it."),
    Kind("written-argument", written_argument, "tensors/copying",
        "The call changes its argument `{name}`; the solution leaves it as it is.",
        "Work on `{name}.copy()`, or compute a new array."),
    Kind("wait-in-loop", waits_in_loop, "autograd/waiting",
        "In a loop, the code waits{count} for a result. Without that, MXNet computes ahead.",
        "Keep arrays in the loop, and read the numbers once after it."),
    Kind("numpy-round-trip", numpy_round_trip, "tensors/families",
        "`{called}` computes in NumPy: the array is copied out of MXNet and back, and no gradient passes.",
        "Use `{ours}` of MXNet{takes}."),
    Kind("loop-of-numbers", loop_of_numbers, "tensors/families",
        "A loop of Python computes with single numbers: the array is copied out of MXNet and back, and no gradient passes.",
        "Look for an operator that works on the whole array."),
    Kind("loop-of-operators", loop_of_operators, "tensors/axes",
        "The code runs {own} operators, because each round of a loop runs some; the solution runs {needed}.",
        "Look for one operator that works on the whole array, or along an axis."),
    Kind("whole-copy", whole_copy, "tensors/families",
        "`{part}` copies all {elements} elements to NumPy to take a part of them.",
        "Index the MXNet array first: then only that part is copied."),
    Kind("clipped-index", clipped_index, "tensors/axes",
        "`{called}` replaces an index outside the array by the nearest valid one, without an error.",
        "Check indices that may be wrong before you use them."),
    Kind("deprecated-name", deprecated_name, "tensors/where",
        "MXNet's documentation calls `{called}` deprecated.",
        "Write `{ours}`."),
    Kind("default-context", default_context, "gpu/creating",
        "`{called}` makes its array in the default context, wherever the arguments are.",
        "Pass `ctx=`, or use a function such as `nd.zeros_like` that follows its argument."),
)  # fmt: skip
"""All kinds about answers in MXNet, the most important first."""


def notes_of(
    exercise: Exercise,
    source: str,
    counts: Counts | None = None,
    solution: Counts | None = None,
    framework: str = "mxnet",
) -> tuple[Note, ...]:
    """Return the notes on a right answer, one per kind, the most important first.

    `counts` is what ran for the answer and `solution` what ran for the shipped solution, both on the same case. Where
    they are None, only the rules about the syntax apply. A source in which no note can be looked for has none.
    """
    try:
        return _notes_of(exercise, source, counts, solution) if framework == "mxnet" else ()
    except Exception:  # such as RecursionError: notes are no part of the verdict and must never prevent one
        return ()


def _notes_of(exercise: Exercise, source: str, counts: Counts | None, solution: Counts | None) -> tuple[Note, ...]:
    tree = parse(source)
    path = exercise.folder / "solution.py"
    shipped = _parsed(path.read_text(encoding="utf-8")) if path.is_file() else None
    if tree is None or shipped is None or _same(tree, shipped):
        return ()
    usual = RightCode(exercise, shipped, solution)
    own = RightCode(exercise, tree, counts, usual)
    notes = []
    for kind in KINDS:
        first = next(kind.found(own), None)
        if first is not None and next(kind.found(usual), None) is None:
            happens, instead = kind.happens.format(**first.words), kind.instead.format(**first.words)
            notes.append(Note(kind.code, happens, instead, kind.lesson, first.line))
    return tuple(notes)


@lru_cache(maxsize=256)
def _parsed(source: str) -> ast.Module | None:
    return parse(source)


def _same(first: ast.AST, second: ast.AST) -> bool:
    """Return whether two trees differ at most in their places in the source; deep trees need no deep recursion."""
    return all(
        one == other for one, other in zip_longest(map(_outline, ast.walk(first)), map(_outline, ast.walk(second)))
    )


def _outline(node: ast.AST) -> tuple[object, ...]:
    """Return the type of a node and its fields, each node in them by its type alone."""
    fields = ((name, value if isinstance(value, list) else [value]) for name, value in ast.iter_fields(node))
    return type(node), *(
        (name, [type(v) if isinstance(v, ast.AST) else repr(v) for v in values]) for name, values in fields
    )


def review(answers: Worker, running: RunningJobs, prepared: Prepared, source: bytes) -> Review:
    """Return the notes on a right answer, and its cost on one case beside that of the solution.

    Counts that cannot be had leave the cost out, and the notes that need them.

    Raises:
        BrokenError: the worker cannot be used.
    """
    exercise = prepared.exercise
    own = _counts(answers, running, prepared, source)
    shipped = own is not None and (exercise.folder / "solution.py").is_file()  # a new port has none
    usual = _counts(answers, running, prepared, exercise.solution.encode()) if shipped else None
    both: tuple[Counts | None, Counts | None] = (own, usual) if usual is not None else (None, None)
    return Review(
        notes_of(exercise, source.decode("utf-8", "replace"), *both, framework=answers.role.framework), _cost(*both)
    )


def _counts(answers: Worker, running: RunningJobs, prepared: Prepared, source: bytes) -> Counts | None:
    exercise = prepared.exercise
    case = (
        max(prepared.cases, key=lambda one: elements(one.inputs)) if exercise.domain else prepared.cases[0]
    )  # small drawn cases show little
    inputs = (CaseInputs(case.inputs, case.extra),)
    job = CountJob(source, exercise.entries, exercise.observer(answers.role.framework), inputs)
    return execute(answers, job, answer_limits(exercise, len(prepared.cases)), running=running).counts


def _cost(own: Counts | None, usual: Counts | None) -> tuple[Cost, ...]:
    """Return the counts of both sides; empty if neither ran anything."""
    if own is None or usual is None:
        return ()
    pairs = (("operators", own.operators, usual.operators), ("copies", own.copies, usual.copies),
             ("waits", own.waits, usual.waits))  # fmt: skip
    return tuple(Cost(*pair) for pair in pairs if pair[1] or pair[2])
