"""Rows of the truth table: a name of torch, what MXNet 1.9.1 has for it, and the code that proves it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from mxtutor.content.record import Record

TruthClass = Literal["same", "renamed", "args", "behaviour", "composite", "missing", "removed"]
"""The class of a row: how MXNet differs for a torch name.

`same`: equal name and arguments. `renamed`: only the name differs. `args`: the arguments differ, and maybe the name.
`behaviour`: equal code does something else. `composite`: several operators are needed. `missing`: MXNet has nothing.
`removed`: torch no longer has it.
"""

CLASS_WORDS: Mapping[TruthClass, str] = {
    "same": "the same name",
    "renamed": "another name",
    "args": "other arguments",
    "behaviour": "behaves differently",
    "composite": "made of several operators",
    "missing": "not in MXNet",
    "removed": "removed from torch",
}
"""The classes in words."""

Side = Literal["torch", "nd", "np"]
"""Where code of a proof runs: PyTorch, or MXNet with `NDArray`s (`nd`) or NumPy-style arrays (`np`)."""


Gradient = Literal["none", "wrong", "raises", "differs"]
"""How the gradient of a form differs from torch's.

`none`: zero, or no graph. `wrong`: another value. `raises`: the form is an error inside `record()`. `differs`: another
value, for a reason in the note.
"""

Expects = Literal["raises", "differs", "agrees", "holds"]
"""`raises`: an error. `differs`: another value than torch's. `agrees`: torch's value. `holds`: true."""

_ASKED = re.compile(r"^(callable\((?P<called>.+)\)|isinstance\(.+\))\Z", re.MULTILINE)
"""A last line of code that only tests whether a name exists."""


class Code(Record, frozen=True):
    """Code of one side, run in the order `before`, `do`, `after`; in `after`, `r` is the value of `do`."""

    do: str = ""
    before: str = ""
    after: str = ""


class TruthTrap(msgspec.Struct, frozen=True, array_like=True):
    """Code that looks right and is wrong."""

    side: Side
    do: str
    expects: Expects
    text: str = ""
    """Text inside the error, for `raises`."""
    torch: str = ""
    """Torch code to compare with, for `differs` and `agrees`; empty for the torch code of the row."""


class Proof(msgspec.Struct, frozen=True, array_like=True):
    """Code that is run in both frameworks to prove a row."""

    torch: Code
    given: Mapping[str, Any] = msgspec.field(default_factory=dict)
    """Maps variables to arrays (a nested list, or a mapping with values or shape) or plain values."""
    nd: Code | None = None
    """The form `mxnet_nd` with the code around it; None without such a form."""
    np: Code | None = None
    """The form `mxnet_np` with the code around it; None without such a form."""
    absent: tuple[str, ...] = ()
    """MXNet expressions that must raise AttributeError."""
    gone: tuple[str, ...] = ()
    """Torch expressions that must raise an error."""
    traps: tuple[TruthTrap, ...] = ()
    rtol: float = 1e-4
    """Relative tolerance between the values of torch and of the forms."""
    alone: bool = False
    """Whether each piece of code runs in a separate process, because it changes the process or takes seconds."""


class Alias(msgspec.Struct, frozen=True, array_like=True):
    """Another name of the same thing in torch."""

    name: str
    proof: Code | None = None
    """Torch code that uses this name; None to use the torch code of the row with this name."""
    not_run: str = ""
    """Reason why the name is not run; empty if it is run."""


class Argument(msgspec.Struct, frozen=True, array_like=True):
    """An argument of a torch name, with its names in MXNet."""

    torch: str
    """Name in torch."""
    nd: str = ""
    """Name in the form with `NDArray`s; empty if there is none."""
    np: str = ""
    """Name in the form with `mx.np` arrays; empty if there is none."""
    instead: str = ""
    """Advice if MXNet has no such argument."""

    def __str__(self) -> str:
        if self.nd == self.np:
            return f"{self.torch}: {self.nd or self.instead}"
        sides = [f"{name} ({side})" for side, name in (("nd", self.nd), ("np", self.np)) if name]
        return f"{self.torch}: {', '.join(sides)}"


class Demo(msgspec.Struct, frozen=True, array_like=True):
    """A demonstration of a difference in two independent lines: one of torch, one of MXNet."""

    torch: str
    torch_gives: str
    """Result of the line: the value as text, or `error: ` and a part of the message."""
    side: Side
    """`nd` or `np`: the kind of arrays of MXNet's line."""
    mxnet: str
    mxnet_gives: str
    """Result of MXNet's line, as in `torch_gives`."""


class Truth(msgspec.Struct, frozen=True, array_like=True):
    """One name of torch, its forms in MXNet, and the proof."""

    torch: str
    """Name as in PyTorch's documentation: `torch.acos`, `Tensor.view`, `torch.nn.Linear`. Or an MXNet name with `mx.`,
    if PyTorch has something else.
    """
    kind: TruthClass
    note: str
    """The facts and the trap, in one or two sentences."""
    exercise: str
    """Id of the exercise that teaches it; empty for none."""
    verified: str
    """Versions of the frameworks on which the row was proven."""
    proof: Proof
    aliases: tuple[Alias, ...] = ()
    """Other names of the same thing in torch, each with its proof."""
    words: tuple[str, ...] = ()
    """Search words for the task: arguments, keywords, names of MXNet that are in no form."""
    not_run: str = ""
    """Reason why other code is run instead of torch's name; empty if the name is run."""
    rows: tuple[str, ...] = ()
    """Rows of the documents about this name; empty if there are none."""
    mxnet_nd: str = ""
    """The right form with `NDArray`s; empty for none."""
    mxnet_np: str = ""
    """The right form with `mx.np` arrays, after `npx.set_np()`; empty for none."""
    arguments: tuple[Argument, ...] = ()
    """The arguments with another name in MXNet, or none."""
    takes: Mapping[str, str] = msgspec.field(default_factory=dict)
    """The MXNet callables, for `nd` and `np`, with these arguments; by default the first callable of the form."""
    demos: tuple[Demo, ...] = ()
    """Demonstrations of differences in behaviour."""
    short: str = ""
    """A short form for messages, if the form in the table is only for the proof; empty to use the form."""
    instead: str = ""
    """Advice if MXNet has no such name."""
    cost: str = ""
    """Cost of following `instead`: lines of code, time, memory, or accuracy."""
    found: tuple[str, ...] = ()
    """Last parts of MXNet names with the same spelling and another meaning."""
    gradient: Mapping[str, Gradient] = msgspec.field(default_factory=dict)
    """The forms, `nd` and `np`, whose gradient differs from torch's; the note begins with that."""

    @property
    def is_mxnet(self) -> bool:
        """Whether the row is about an MXNet name for which PyTorch has something else: `mx.mod.Module`."""
        return self.torch.startswith("mx.")

    @property
    def also(self) -> tuple[str, ...]:
        """The other names in torch."""
        return tuple(alias.name for alias in self.aliases)

    @property
    def names(self) -> tuple[str, ...]:
        return (self.torch, *self.also)

    @property
    def proven_names(self) -> tuple[str, ...]:
        """The torch names that the proof runs; each gives the same value as the MXNet forms, if there are any."""
        own = () if self.not_run else (self.torch,)
        return own + tuple(alias.name for alias in self.aliases if not (alias.not_run or self.not_run))

    @property
    def in_place(self) -> tuple[Alias, ...]:
        """The other names that change the array in place, while the forms make a new one: `Tensor.add_`."""
        own = self.torch.endswith("_")
        return tuple(a for a in self.aliases if not own and re.fullmatch(r"Tensor\.\w*[^_]_", a.name))

    @property
    def advice(self) -> tuple[str, ...]:
        """Texts on the replacement, its cost, the arguments, and the in-place names."""
        told = [f"Instead: {self.instead}" * bool(self.instead), f"Cost: {self.cost}" * bool(self.cost)]
        named = "; ".join(str(argument) for argument in self.arguments if argument.nd or argument.np)
        told.append(f"Arguments: {named}." * bool(named))
        told += [f"{a.torch}: {a.instead}" for a in self.arguments if a.instead]
        if self.in_place:
            names = ", ".join(f"`{alias.name}`" for alias in self.in_place)
            told.append(f"{names}: write the result into the array, `x[:] = ..`, outside of `record()`.")
        return tuple(text for text in told if text)

    @property
    def torch_form(self) -> str:
        """The PyTorch code; only the name if the proof runs other code, or only tests that the name exists."""
        code = self.proof.torch.do
        asked = _ASKED.search(code)
        if asked:
            return asked["called"] or self.torch
        return self.torch if self.not_run else code or self.torch

    @property
    def proven_on(self) -> str:
        """Versions of the frameworks that were run: both, or MXNet only if no name of torch was run."""
        mxnet = [part for part in self.verified.split(", ") if part.startswith("mxnet")]
        return self.verified if self.proven_names else ", ".join(mxnet)

    @property
    def forms(self) -> tuple[tuple[str, str], ...]:
        """The forms in MXNet, each with its family: "nd" and "np", or "mxnet" if both are equal."""
        if self.mxnet_nd == self.mxnet_np:
            return (("mxnet", self.mxnet_nd),)
        return (("nd", self.mxnet_nd), ("np", self.mxnet_np))

    @property
    def proof_summary(self) -> str:
        """A sentence on what the proof ran or searched for, and what was not run."""
        if self.kind == "missing" and self.proven_names and not (self.mxnet_nd or self.mxnet_np):
            return f"not in MXNet: all its modules were searched for the name, on {self.verified}"
        whys = {alias.name: alias.not_run for alias in self.aliases}
        left_out = [name for name in self.names if name not in self.proven_names]
        reasons = [(name, self.not_run or whys.get(name, "")) for name in left_out]
        if not reasons:
            count = len(self.proven_names)
            names = {1: "", 2: "both names "}.get(count, f"all {count} names ")
            return f"{names}proven on {self.verified}"
        run = (
            f"proven on {self.verified}: {', '.join(self.proven_names)}"
            if self.proven_names
            else (f"the MXNet code ran on {self.proven_on}")
        )
        return f"{run}; not run: {', '.join(name for name, _ in reasons)} ({reasons[0][1]})"

    def to_json(self) -> dict[str, Any]:
        """Return the row as plain data for JSON."""
        return {
            "torch": self.torch,
            "mxnet_nd": self.mxnet_nd,
            "mxnet_np": self.mxnet_np,
            "class": self.kind,
            "note": self.note,
            "exercise": self.exercise,
            "verified": self.proven_on,
            "also": list(self.also),
            "rows": list(self.rows),
            "proven_names": list(self.proven_names),
            "not_run": self.not_run,
            "arguments": {a.torch: {"nd": a.nd, "np": a.np, "instead": a.instead} for a in self.arguments},
            "demos": [msgspec.structs.asdict(demo) for demo in self.demos],
            "instead": self.instead,
            "cost": self.cost,
            "gradient": dict(self.gradient),
        }
