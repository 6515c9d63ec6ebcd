"""Reads the truth table of a pack."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, get_args

from mxtutor.content.loader import read_yaml
from mxtutor.content.model import FORMAT_VERSION
from mxtutor.content.truth_rows import Alias, Code, Proof, Truth, TruthClass, TruthTrap
from mxtutor.errors import ContentError
from mxtutor.paths import content_root

TRUTH_FILE = "truth.yaml"

_ROW_KEYS = {
    "row", "torch", "also", "claim", "class", "mxnet_nd", "mxnet_np", "note", "exercise", "verified", "proof", "words",
    "not_run",
}  # fmt: skip
_ALIAS_KEYS = {"torch", "proof", "not_run"}
_PROOF_KEYS = {"given", "torch", "nd", "np", "mxnet", "absent", "gone", "traps", "rtol", "alone"}
_CODE_KEYS = {"before", "do", "after"}
_TRAP_KEYS = {"torch", "nd", "np", "raises", "differs", "agrees", "holds"}


@lru_cache(maxsize=4)
def load_truth(root: Path) -> tuple[Truth, ...]:
    """Return the truth table of the pack at `root`; ours where it has none.

    Raises:
        ContentError: the table is missing, damaged or of another format version.
    """
    path = root / "lessons" / TRUTH_FILE
    if not path.is_file():
        path = content_root() / "lessons" / TRUTH_FILE
    data = read_yaml(path)
    if data.get("format_version") != FORMAT_VERSION:
        found = data.get("format_version")
        raise ContentError(f"{path}: format_version is {found!r}, this release reads {FORMAT_VERSION}.")
    rows, verified = data.get("rows"), data.get("verified")
    if not isinstance(rows, list) or not isinstance(verified, dict):
        raise ContentError(f"{path}: rows must be a list, verified a mapping of frameworks to versions.")
    return tuple(_truth(path, number, row, _versions(verified)) for number, row in enumerate(rows, 1))


def _versions(verified: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {version}" for name, version in verified.items())


def _truth(path: Path, number: int, data: Any, verified: str) -> Truth:
    place = f"{path}: row {number}"
    if not isinstance(data, dict):
        raise ContentError(f"{place} must be a mapping.")
    if data.get("torch"):
        place = f"{path}: {data['torch']}"
    _known(place, data, _ROW_KEYS)
    for key in ("torch", "class", "note", "proof"):
        if not data.get(key):
            raise ContentError(f"{place}: {key} is missing.")
    if data["class"] not in get_args(TruthClass):
        raise ContentError(f"{place}: class is {data['class']!r}; it must be one of {', '.join(get_args(TruthClass))}.")
    nd, np = _text(data.get("mxnet_nd")), _text(data.get("mxnet_np"))
    own = data.get("verified")
    return Truth(
        torch=str(data["torch"]), kind=data["class"], note=" ".join(str(data["note"]).split()),
        exercise=str(data.get("exercise") or ""), verified=_versions(own) if isinstance(own, dict) else verified,
        proof=_proof(place, data["proof"], nd, np), aliases=_aliases(place, data),
        words=_texts(place, "words", data.get("words")), not_run=_text(data.get("not_run")),
        rows=_rows(place, data.get("row")), claim=_text(data.get("claim")), mxnet_nd=nd, mxnet_np=np,
    )  # fmt: skip


def _known(place: str, data: Mapping[str, Any], keys: set[str]) -> None:
    if unknown := sorted(set(map(str, data)) - keys):
        raise ContentError(f"{place}: unknown key {unknown[0]!r}; known: {', '.join(sorted(keys))}.")


def _text(value: Any) -> str:
    return "" if value is None else str(value).strip()


def _texts(place: str, key: str, value: Any) -> tuple[str, ...]:
    if value is None:
        return ()
    if not isinstance(value, list):
        raise ContentError(f"{place}: {key} must be a list.")
    return tuple(str(v) for v in value)


def _aliases(place: str, data: Mapping[str, Any]) -> tuple[Alias, ...]:
    """Return the other names of a row: plain texts, or mappings that bring torch code of their own."""
    told = data.get("also") or []
    if not isinstance(told, list):
        raise ContentError(f"{place}: also must be a list.")
    return tuple(_alias(place, item, data["proof"]) for item in told)


def _alias(place: str, data: Any, proof: Any) -> Alias:
    if isinstance(data, str):
        return Alias(data)
    if not isinstance(data, dict) or not data.get("torch"):
        raise ContentError(f"{place}: each entry of also must be a name, or a mapping with torch.")
    _known(f"{place}: also", data, _ALIAS_KEYS)
    name, code = str(data["torch"]), None
    if "proof" in data:
        own = proof.get("torch") if isinstance(proof, dict) else None
        base = {"do": own} if isinstance(own, str) else own or {}
        told = {"do": data["proof"]} if isinstance(data["proof"], str) else data["proof"]
        code = _code(place, name, {**base, **told} if isinstance(told, dict) else told, "")
    return Alias(name, code, _text(data.get("not_run")))


def _rows(place: str, value: Any) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else _texts(place, "row", value)


def _proof(place: str, data: Any, nd: str, np: str) -> Proof:
    if not isinstance(data, dict):
        raise ContentError(f"{place}: proof must be a mapping.")
    _known(f"{place}: proof", data, _PROOF_KEYS)
    given = data.get("given") or {}
    if not isinstance(given, dict):
        raise ContentError(f"{place}: proof.given must be a mapping of names to what they hold.")
    both = data.get("mxnet")
    return Proof(
        torch=_code(place, "torch", data.get("torch"), ""),
        given={str(k): v for k, v in given.items()},
        nd=_code(place, "nd", data.get("nd", both), nd) if nd else None,
        np=_code(place, "np", data.get("np", both), np) if np else None,
        absent=_texts(place, "proof.absent", data.get("absent")),
        gone=_texts(place, "proof.gone", data.get("gone")),
        traps=tuple(_trap(place, t) for t in data.get("traps") or ()),
        rtol=float(data.get("rtol", 1e-4)),
        alone=bool(data.get("alone")),
    )


def _code(place: str, side: str, data: Any, form: str) -> Code:
    """Return the code of a side; a row's own form is run unless `do` replaces it."""
    told = {"do": data} if isinstance(data, str) else data or {}
    if not isinstance(told, dict):
        raise ContentError(f"{place}: proof.{side} must be code or a mapping.")
    _known(f"{place}: proof.{side}", told, _CODE_KEYS)
    return Code(_text(told.get("do")) or form, _text(told.get("before")), _text(told.get("after")))


def _trap(place: str, data: Any) -> TruthTrap:
    if not isinstance(data, dict):
        raise ContentError(f"{place}: each trap must be a mapping.")
    _known(f"{place}: a trap", data, _TRAP_KEYS)
    expects = [key for key in ("raises", "differs", "agrees", "holds") if data.get(key)]
    sides = [side for side in ("nd", "np") if data.get(side)] or [side for side in ("torch",) if data.get(side)]
    if len(expects) != 1 or len(sides) != 1:
        raise ContentError(f"{place}: a trap needs nd, np or torch, and one of raises, differs, agrees and holds.")
    side: Any = sides[0]
    expected: Any = expects[0]
    text = str(data["raises"]) if expected == "raises" else ""
    return TruthTrap(side, _text(data[side]), expected, text, _text(data.get("torch")) if side != "torch" else "")
