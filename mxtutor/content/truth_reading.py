"""Decodes the files of a truth table; errors name file, row and key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec

from mxtutor.content.course_file import check_version
from mxtutor.content.record import Record
from mxtutor.content.records import Positive, Text, Texts, decode, texts
from mxtutor.content.truth_rows import (
    Alias,
    Argument,
    Code,
    Demo,
    Expects,
    Gradient,
    Proof,
    Side,
    Truth,
    TruthClass,
    TruthTrap,
)
from mxtutor.content.yaml_files import read_yaml


class _Head(Record, frozen=True):
    """A file of the truth table; each row is decoded separately, so that an error can name the row."""

    format_version: int
    verified: Mapping[str, str]
    rows: tuple[Mapping[str, Any], ...]


class _TrapKeys(Record, frozen=True):
    """A trap of a proof: code of one side, and one key for the expected outcome."""

    torch: str = ""
    nd: str = ""
    np: str = ""
    raises: str = ""
    differs: bool = False
    agrees: bool = False
    holds: bool = False

    def __post_init__(self) -> None:
        if len(self.expected) != 1 or len(self.sides) != 1:
            raise ValueError("a trap needs nd, np or torch, and one of raises, differs, agrees and holds.")

    @property
    def expected(self) -> list[Expects]:
        """The keys for the expected outcome that are set; a valid trap has one."""
        words: tuple[Expects, ...] = ("raises", "differs", "agrees", "holds")
        return [word for word in words if getattr(self, word)]

    @property
    def sides(self) -> list[Side]:
        """The sides whose code is the trap. Next to MXNet's code, torch's code is the comparison."""
        mxnet: list[Side] = [side for side in ("nd", "np") if getattr(self, side)]
        return mxnet or (["torch"] if self.torch else [])


class _ProofKeys(Record, frozen=True):
    """The key `proof` of a row; code alone means `{do: code}`."""

    given: Mapping[str, Any] = msgspec.field(default_factory=dict)
    torch: str | Code = ""
    nd: str | Code | None = None
    np: str | Code | None = None
    mxnet: str | Code = ""
    absent: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    traps: tuple[_TrapKeys, ...] = ()
    rtol: Positive = 1e-4
    alone: bool = False


class _AliasKeys(Record, frozen=True):
    """Another torch name of a row, with separate code or the reason why it is not run."""

    torch: Text
    proof: str | Code = ""
    not_run: str = ""


class _ArgumentKeys(Record, frozen=True):
    """MXNet's names of an argument, or advice if there is none; a single name is for both kinds of arrays."""

    nd: str = ""
    np: str = ""
    instead: str = ""

    def __post_init__(self) -> None:
        if not (self.nd or self.np or self.instead):
            raise ValueError("an argument needs nd, np or instead.")


class _DemoKeys(Record, frozen=True):
    """A difference in two lines, with the value of each."""

    torch: Text
    torch_gives: Text
    mxnet_gives: Text
    nd: str = ""
    np: str = ""

    def __post_init__(self) -> None:
        if bool(self.nd) == bool(self.np):
            raise ValueError("a demo needs nd or np.")


class _RowKeys(Record, frozen=True):
    """A row; `Truth` documents the keys."""

    torch: Text
    kind: TruthClass = msgspec.field(name="class")
    note: Text
    proof: _ProofKeys
    row: Texts = ()
    also: tuple[str | _AliasKeys, ...] = ()
    mxnet_nd: str = ""
    mxnet_np: str = ""
    exercise: str = ""
    verified: Mapping[str, str] = msgspec.field(default_factory=dict)
    words: tuple[str, ...] = ()
    not_run: str = ""
    arguments: Mapping[str, str | _ArgumentKeys] = msgspec.field(default_factory=dict)
    takes: str | Mapping[str, str] = ""
    demos: tuple[_DemoKeys, ...] = ()
    short: str = ""
    instead: str = ""
    cost: str = ""
    found: tuple[str, ...] = ()
    gradient: Gradient | Mapping[Literal["nd", "np"], Gradient] = msgspec.field(default_factory=dict)


GRADIENTS: Mapping[Gradient, str] = {
    "none": "without a gradient",
    "wrong": "its gradient is wrong",
    "raises": "it is an error inside `record()`",
    "differs": "its gradient is not torch's",
}


def read_rows(path: Path) -> Iterator[Truth]:
    data = read_yaml(path)
    check_version(data, path)
    head = decode(data, _Head, str(path))
    for number, row in enumerate(head.rows, 1):
        keys = decode(row, _RowKeys, f"{path}: {row.get('torch') or f'row {number}'}")
        verified = keys.verified or head.verified
        yield _truth(keys, ", ".join(f"{name} {version}" for name, version in verified.items()))


def _truth(row: _RowKeys, verified: str) -> Truth:
    nd, np = row.mxnet_nd.strip(), row.mxnet_np.strip()
    gradient = _gradient(row.gradient, nd, np)
    torch = _code(row.proof.torch)
    return Truth(
        torch=row.torch,
        kind=row.kind,
        note=" ".join([*_gradient_texts(gradient, nd, np), *row.note.split()]),
        exercise=row.exercise,
        verified=verified,
        proof=_proof(row.proof, torch, nd, np),
        aliases=tuple(_alias(item, torch) for item in row.also),
        words=row.words,
        not_run=row.not_run.strip(),
        rows=texts(row.row),
        mxnet_nd=nd,
        mxnet_np=np,
        arguments=tuple(_argument(name, keys) for name, keys in row.arguments.items()),
        takes=dict.fromkeys(("nd", "np"), row.takes) if isinstance(row.takes, str) else dict(row.takes),
        demos=tuple(_demo(keys) for keys in row.demos),
        short=row.short,
        instead=" ".join(row.instead.split()),
        cost=" ".join(row.cost.split()),
        found=row.found,
        gradient=gradient,
    )


def _gradient(data: Gradient | Mapping[Literal["nd", "np"], Gradient], nd: str, np: str) -> dict[str, Gradient]:
    """Return the gradients by side; a single one applies to each form."""
    if isinstance(data, Mapping):
        return {side: kind for side, kind in data.items()}  # noqa: C416 - the keys become any text
    return {side: data for side, form in (("nd", nd), ("np", np)) if form}


def _gradient_texts(gradient: Mapping[str, Gradient], nd: str, np: str) -> Iterator[str]:
    """Yield the first sentences of a note: one for all forms, or one for each form."""
    forms = [side for side, form in (("nd", nd), ("np", np)) if form]
    said = {side: GRADIENTS[kind] for side, kind in gradient.items()}
    if len(set(said.values())) == 1 and list(said) == forms:
        text = next(iter(said.values()))
        yield f"{text[0].upper()}{text[1:]}."
    else:
        yield from (f"In `{side}`: {text}." for side, text in said.items())


def _argument(name: str, keys: str | _ArgumentKeys) -> Argument:
    if isinstance(keys, str):
        return Argument(name, keys, keys)
    return Argument(name, keys.nd, keys.np, " ".join(keys.instead.split()))


def _demo(keys: _DemoKeys) -> Demo:
    side: Side = "nd" if keys.nd else "np"
    return Demo(keys.torch, keys.torch_gives, side, keys.nd or keys.np, keys.mxnet_gives)


def _alias(data: str | _AliasKeys, torch: Code) -> Alias:
    """Return another name of a row; missing parts of its code are taken from the row's torch code."""
    if isinstance(data, str):
        return Alias(data)
    proof = None
    if data.proof:
        own = _code(data.proof)
        proof = Code(own.do or torch.do, own.before or torch.before, own.after or torch.after)
    return Alias(data.torch, proof, data.not_run.strip())


def _proof(proof: _ProofKeys, torch: Code, nd: str, np: str) -> Proof:
    sides = {"nd": proof.nd, "np": proof.np}
    own = {side: _code(proof.mxnet if code is None else code) for side, code in sides.items()}
    traps = [
        TruthTrap(
            t.sides[0],
            getattr(t, t.sides[0]).strip(),
            t.expected[0],
            t.raises,
            t.torch.strip() if t.sides[0] != "torch" else "",
        )
        for t in proof.traps
    ]
    return Proof(
        torch=torch,
        given=dict(proof.given),
        absent=proof.absent,
        gone=proof.gone,
        traps=tuple(traps),
        nd=_form(own["nd"], nd),
        np=_form(own["np"], np),
        rtol=proof.rtol,
        alone=proof.alone,
    )


def _form(code: Code, form: str) -> Code | None:
    """Return the code of an MXNet side: `do`, or the row's form if `do` is empty; None without a form."""
    return Code(code.do or form, code.before, code.after) if form else None


def _code(data: str | Code) -> Code:
    code = Code(data) if isinstance(data, str) else data
    return Code(code.do.strip(), code.before.strip(), code.after.strip())
