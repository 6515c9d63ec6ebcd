"""Rows of the truth table: a name of torch, what MXNet 1.9.1 has for it, and the code that proves it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from mxtutor.content.records import Record

TruthClass = Literal["same", "renamed", "args", "behaviour", "composite", "missing", "removed"]
"""How a name of torch fares in MXNet.

`same`: name and arguments carry over. `renamed`: the name alone differs. `args`: the arguments differ, maybe the name.
`behaviour`: what looks the same does something else. `composite`: a few operators together. `missing`: nothing does it.
`removed`: torch itself has it no more.
"""

Side = Literal["torch", "nd", "np"]
"""Where code of a proof runs: in PyTorch, or in MXNet with legacy (`nd`) or NumPy-style (`np`) arrays."""


Expects = Literal["raises", "differs", "agrees", "holds"]
"""`raises`: an error. `differs`: a value that is not torch's. `agrees`: torch's value. `holds`: it is true."""


class Code(Record, frozen=True):
    """Code of one side: `after` looks at `r`, which is what the last expression of `do` gives."""

    do: str = ""
    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class TruthTrap:
    """Code that looks right and is not."""

    side: Side
    do: str
    expects: Expects
    text: str = ""
    """Of the error, for `raises`."""
    torch: str = ""
    """For `differs` and `agrees`: what to compare with; empty is the row's own torch code."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What a test runs in both frameworks to show that a row is true."""

    torch: Code
    given: Mapping[str, Any] = field(default_factory=dict)
    """Name to an array (a nested list, or a mapping with values or shape), or a plain value."""
    nd: Code | None = None
    """The row's `mxnet_nd`, with what surrounds it; None where there is no such form."""
    np: Code | None = None
    absent: tuple[str, ...] = ()
    """MXNet expressions that must raise AttributeError."""
    gone: tuple[str, ...] = ()
    """torch expressions that must raise an error."""
    traps: tuple[TruthTrap, ...] = ()
    rtol: float = 1e-4
    alone: bool = False
    """Whether its code changes the process or takes seconds, so that each piece runs in a process of its own."""


@dataclass(frozen=True, slots=True)
class Alias:
    """Another name of the same thing in torch."""

    name: str
    proof: Code | None = None
    """torch code that uses this name; None where the row's own torch code does with the name put in its place."""
    not_run: str = ""
    """Why the name is not run; empty where it is."""


@dataclass(frozen=True, slots=True)
class Truth:
    """One name of torch and what is true of it."""

    torch: str
    """As PyTorch's documentation writes it: `torch.acos`, `Tensor.view`, `torch.nn.Linear`."""
    kind: TruthClass
    note: str
    """What is true, and the trap."""
    exercise: str
    """Id of the exercise that teaches it; empty for none."""
    verified: str
    """Versions that it was proven on."""
    proof: Proof
    aliases: tuple[Alias, ...] = ()
    """Other names of the same thing in torch, each with its proof."""
    words: tuple[str, ...] = ()
    """What people call the task: arguments, key words, names of MXNet that no form has."""
    not_run: str = ""
    """Why torch's name is not run, and other code stands in for it; empty where it is run."""
    rows: tuple[str, ...] = ()
    """Rows of the documents; empty for a name that they do not have."""
    claim: str = ""
    """What the documents say."""
    mxnet_nd: str = ""
    """The right form with legacy arrays; empty for none."""
    mxnet_np: str = ""
    """The right form with `mx.np` arrays, after `npx.set_np()`; empty for none."""

    @property
    def also(self) -> tuple[str, ...]:
        """Its other names in torch."""
        return tuple(alias.name for alias in self.aliases)

    @property
    def names(self) -> tuple[str, ...]:
        """All its names in torch."""
        return (self.torch, *self.also)

    @property
    def proven_names(self) -> tuple[str, ...]:
        """Its names that the proof runs in torch; each gives what the MXNet forms give, where there are any."""
        own = () if self.not_run else (self.torch,)
        return own + tuple(alias.name for alias in self.aliases if not (alias.not_run or self.not_run))

    @property
    def torch_form(self) -> str:
        """How it is written in PyTorch; the bare name where the proof has a stand-in for it."""
        return self.torch if self.not_run else self.proof.torch.do or self.torch

    @property
    def proven_on(self) -> str:
        """Versions of what was run: both frameworks', or MXNet's alone where torch's name was not run."""
        mxnet = [part for part in self.verified.split(", ") if part.startswith("mxnet")]
        return self.verified if self.proven_names else ", ".join(mxnet)

    @property
    def proof_told(self) -> str:
        """What was run and what was not, in a sentence."""
        reasons = [(name, self.not_run or why) for name, why in self._left_out()]
        if not reasons:
            count = len(self.proven_names)
            names = {1: "", 2: "both names "}.get(count, f"all {count} names ")
            return f"{names}proven on {self.verified}"
        run = (
            f"proven on {self.verified}: {', '.join(self.proven_names)}"
            if self.proven_names
            else (f"the MXNet side ran on {self.proven_on}")
        )
        return f"{run}; not run: {', '.join(name for name, _ in reasons)} ({reasons[0][1]})"

    def _left_out(self) -> list[tuple[str, str]]:
        """Return the names that are not run, each with its own reason."""
        whys = {alias.name: alias.not_run for alias in self.aliases}
        return [(name, whys.get(name, "")) for name in self.names if name not in self.proven_names]

    def to_json(self) -> dict[str, Any]:
        """Return the row as the contract's JSON object."""
        return {
            "torch": self.torch, "mxnet_nd": self.mxnet_nd, "mxnet_np": self.mxnet_np, "class": self.kind,
            "note": self.note, "exercise": self.exercise, "verified": self.proven_on, "also": list(self.also),
            "rows": list(self.rows), "claim": self.claim, "proven_names": list(self.proven_names),
            "not_run": self.not_run,
        }  # fmt: skip
