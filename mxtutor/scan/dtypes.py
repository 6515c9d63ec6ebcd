"""Whether a tensor holds integers or truth values, from the code that makes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mxtutor.scan.values import has_tensor

if TYPE_CHECKING:
    from mxtutor.scan.solver import Solver

INTEGER = frozenset(
    """long int short int8 int16 int32 int64 uint8 byte char argmax argmin argsort randint randperm nonzero
    count_nonzero LongTensor IntTensor ByteTensor ShortTensor bincount bucketize searchsorted multinomial
    randint_like""".split()
)
"""Functions, methods and dtypes that make integers."""
BOOLEAN = frozenset(
    """bool eq ne lt gt le ge isnan isinf isfinite logical_not logical_and logical_or logical_xor isclose BoolTensor
    isin greater less greater_equal less_equal not_equal""".split()
)
FLOATING = frozenset(
    "float half double bfloat16 float16 float32 float64 FloatTensor HalfTensor DoubleTensor mean softmax".split()
)
FROM_ELEMENTS = frozenset({"tensor", "as_tensor", "full", "arange"})
"""Functions whose dtype is that of their Python numbers."""
KEEPING = frozenset(
    """view reshape squeeze unsqueeze flatten transpose permute t clone detach contiguous cpu cuda to expand repeat flip
    roll gather index_select max min amax amin clamp abs diff cat stack repeat_interleave expand_as view_as
    select narrow chunk masked_fill""".split()
)
"""Functions and methods that keep the dtype of their tensor."""
PAIRS = frozenset({"max", "min"})
"""Those that give values and places if an axis is given."""
SUMS = frozenset({"sum", "cumsum", "prod", "cumprod"})
"""Those that give integers for integers and truth values."""
DEEPEST = 12
"""Terms inside each other that are followed."""


class Dtypes:
    """Tells the dtypes of terms."""

    def __init__(self, solver: Solver) -> None:
        self.solver = solver

    def is_tensor(self, path: str, term: int) -> bool:
        """Return whether a term may be a tensor."""
        return has_tensor(self.solver.value(path, term))

    def is_whole(self, path: str, term: int) -> bool:
        """Return whether a term is an integer of Python or a tensor of integers."""
        value = self.solver.value(path, term)
        return value in ((("py", "int"),), (("py", "bool"),)) or self.is_integer(path, term)

    def is_integer(self, path: str, term: int) -> bool:
        """Return whether a term is a tensor of integers."""
        return self.kind(path, term) == "int" and self.is_tensor(path, term)

    def is_mask(self, path: str, term: int) -> bool:
        """Return whether a term is a tensor of truth values."""
        return self.kind(path, term) == "bool" and self.is_tensor(path, term)

    def kind(self, path: str, term: int, levels: int = DEEPEST) -> str:
        """Return `int`, `bool` or `float`; empty if the code does not show it."""
        held = self.solver.units[path].terms[term]
        word = held[0]
        if levels == 0:
            return ""
        if word == "const":
            return held[1] if held[1] in ("int", "bool", "float") else ""
        if word == "cmp":
            return "bool"
        if word in ("unary", "star", "elem", "unpack", "sub"):
            found = self.kind(path, held[1], levels - 1)
            return "" if word == "elem" and found == "bool" else found  # a mask by its name often holds places
        if word in ("tuple", "list"):
            return self._joined(path, held[1][:8], levels)
        if word == "bin":
            kinds = {self.kind(path, one, levels - 1) for one in held[1:3]}
            if "float" in kinds or held[3] == "/":
                return "float"
            return kinds.pop() if len(kinds) == 1 else "int" if kinds == {"int", "bool"} else ""
        if word == "phi":
            return self._joined(path, [one for one in held[1] if one < term][:4], levels)
        if word == "param":
            function = self.solver.units[path].functions[held[1]]
            return "bool" if "mask" in function.parameters[held[2]][0].split("_") else ""
        if word == "attr":
            return "bool" if "mask" in held[2].split("_") else ""
        return self._of_call(path, held, levels) if word == "call" else ""

    def _joined(self, path: str, terms: Any, levels: int) -> str:
        kinds = {self.kind(path, one, levels - 1) for one in terms}
        if "float" in kinds and "" not in kinds:
            return "float"
        return kinds.pop() if len(kinds) == 1 else ""

    def _of_call(self, path: str, held: Any, levels: int) -> str:
        callee = self.solver.units[path].terms[held[1]]
        if callee[0] not in ("attr", "from"):
            return ""
        name = callee[-1]
        for key, term in held[3]:
            if key == "dtype":
                return self._of_dtype(path, term)
        if name in ("to", "type", "astype") and held[2]:
            given = self._of_dtype(path, held[2][0])
            if given:
                return given
        for kind, names in (("int", INTEGER), ("bool", BOOLEAN), ("float", FLOATING)):
            if name in names:
                return kind
        if name in FROM_ELEMENTS:
            terms = held[2][:1] if name in ("tensor", "as_tensor") else held[2][1:2] if name == "full" else held[2]
            if name == "arange":
                return "float" if any(self.kind(path, one, levels - 1) == "float" for one in terms) else "int"
            return self._joined(path, terms, levels) if terms else ""
        is_method = callee[0] == "attr" and self.is_tensor(path, callee[1])
        base = callee[1] if is_method else held[2][0] if held[2] else 0
        if name == "where":  # with the condition alone it gives places
            return self.kind(path, held[2][1], levels - 1) if len(held[2]) > 1 else "int"
        if name in PAIRS and (held[3] or len(held[2]) > (0 if is_method else 1)):
            return ""
        if name in KEEPING:
            return self.kind(path, base, levels - 1)
        if name in SUMS:
            inner = self.kind(path, base, levels - 1)
            return "int" if inner in ("int", "bool") else inner
        return ""

    def _of_dtype(self, path: str, term: int) -> str:
        """Return the kind of a dtype: `torch.long`, `np.float32`, `int`."""
        held = self.solver.units[path].terms[term]
        if held[0] not in ("attr", "from", "builtin"):
            return ""
        name = str(held[-1])
        return "int" if name in INTEGER else "bool" if name in BOOLEAN else "float" if name in FLOATING else ""
