"""`mxtutor verify`: sealed, unsealed, changed and damaged reports, one line each."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mxtutor.classroom.fingerprints import content_hash, exercise_hash
from mxtutor.classroom.sealed_report import MAX_BYTES, file_form, workshop_hash
from mxtutor.classroom.sealing import SigningKey, load_or_make_key, server_folder, sign
from mxtutor.cli import main
from mxtutor.content.workshop import load_workshop
from tests.unit.sealed_reports import report, signed_file

Verify = Callable[..., tuple[int, str, str]]


@pytest.fixture
def key() -> SigningKey:
    """The key of the server that this machine has run."""
    return load_or_make_key(server_folder())


@pytest.fixture
def verify(capsys: pytest.CaptureFixture[str]) -> Verify:
    """Run the command; return its exit code, output and messages."""

    def run(*arguments: object) -> tuple[int, str, str]:
        code = main(["verify", *map(str, arguments)])
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


def test_a_signed_report_is_sealed(verify: Verify, key: SigningKey, tmp_path: Path) -> None:
    code, out, err = verify(signed_file(tmp_path / "ana.json", key))
    assert (code, err) == (0, "")
    assert out == (f"sealed    {tmp_path}/ana.json: ana, Examination, 1 of 3.5 points, ended 2026-11-20 09:30 UTC\n")


def test_a_report_of_the_learners_own_machine_is_unsealed(verify: Verify, key: SigningKey, tmp_path: Path) -> None:
    file = tmp_path / "ana.json"
    file.write_bytes(file_form(report(sealed=False, why="No server ran it.", signed=None)))
    code, out, _ = verify(file)
    assert code == 1
    assert out.startswith("unsealed  ")
    assert out.endswith("it has no signature: No server ran it\n")
    file.write_bytes(file_form(report()))
    assert verify(file)[1].startswith("INVALID ")


def test_a_report_of_another_server_is_invalid(verify: Verify, key: SigningKey, tmp_path: Path) -> None:
    other = load_or_make_key(tmp_path / "own server")
    file = signed_file(tmp_path / "ana.json", other)
    code, out, _ = verify(file)
    assert code == 1
    assert f"signed with the key {other.public.id}, which is not one of the given keys" in out
    public = tmp_path / "public.pem"
    public.write_text(other.public.text)
    assert verify(file, "--key", public)[0] == 0


def test_a_changed_report_is_invalid(verify: Verify, key: SigningKey, tmp_path: Path) -> None:
    signed = sign(report(), key)
    file = tmp_path / "ana.json"
    file.write_bytes(file_form({**signed, "points": 3.5}))
    code, out, _ = verify(file)
    assert code == 1
    assert "it was changed after it was signed" in out
    file.write_text(json.dumps(signed, indent=4))  # another layout is the same content
    assert verify(file)[0] == 0


def _part(**changes: Any) -> list[dict[str, Any]]:
    return [{**report()["parts"][0], **changes}]


def _exercises(**changes: Any) -> list[dict[str, Any]]:
    first, second = report()["exercises"]
    return [{**first, **changes}, second]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"points": 2.0}, "its points do not add up"),
        ({"of": 9.0}, "its points that can be reached do not add up"),
        ({"started": "2026-11-20T10:00:00+00:00"}, "it ends before it starts"),
        ({"signed": "2026-11-20T09:20:00+00:00"}, "it was signed before it ended"),
        ({"signed": "2226-11-20T09:20:00+00:00"}, "it ends in the future"),
        ({"parts": _part(seconds=4000.0)}, "the part 'Names' took longer than it lasts"),
        ({"parts": _part(opened="2026-11-19T09:00:00+00:00")}, "was opened before the workshop began"),
        ({"parts": _part(opened=None)}, "was never opened, but took time"),
        ({"parts": _part(late_checks=3)}, "contradicts itself about the time limits"),
        ({"parts": _part() * 2}, "occurs twice"),
        ({"exercises": _exercises(attempts=0)}, "the attempts at tensors/arccos do not fit its verdict"),
        ({"exercises": _exercises(seeds=[1])}, "the attempts at tensors/arccos do not fit its verdict"),
        ({"exercises": _exercises(verdict="wrong")}, "the points of tensors/arccos do not fit its verdict"),
        ({"exercises": _exercises(part="Other")}, "tensors/arccos belongs to no part that was opened"),
    ],
)
def test_a_signed_report_that_cannot_be_true_is_invalid(
    verify: Verify, key: SigningKey, tmp_path: Path, changes: dict[str, Any], reason: str
) -> None:
    code, out, _ = verify(signed_file(tmp_path / "ana.json", key, **changes))
    assert code == 1
    assert "the signature is right, but " in out
    assert reason in out


DEEP = b'{"a":' * 50_000
DAMAGED = {
    "truncated": (file_form(report())[:300], "not valid JSON: line"),
    "empty": (b"", "not valid JSON: line 1"),
    "binary": (bytes(range(256)), "not text in UTF-8"),
    "list": (b"[1, 2]", "not a report of a sealed workshop"),
    "other object": (b'{"version": 1}', "not a report of a sealed workshop"),
    "deep": (DEEP, "cannot be read"),
    "twice": (b'{"kind": 1, "kind": 2}', "a key occurs twice"),
    "infinite": (b'{"kind": Infinity}', "Infinity is not a number"),
    "overflow": (file_form(report()).replace(b"3.5", b"1e999"), "damaged"),
    "long number": (b'{"kind": ' + b"9" * 5000 + b"}", "cannot be read"),
    "huge": (b" " * (MAX_BYTES + 2), "larger than 4 MiB"),
    "type": (file_form(report(points="many")), "damaged: Expected `float`"),
    "missing": (file_form({k: v for k, v in report().items() if k != "learner"}), "missing required field"),
    "more": (file_form(report(more=1)), "unknown field"),
    "version": (file_form(report(version=2)), "has version 2; this release reads 1"),
    "true version": (file_form(report(version=True)), "has version True"),
    "naive time": (file_form(report(ended="2026-11-20T09:30:00")), "no offset from UTC"),
    "last year": (file_form(report(ended="9999-12-31T23:59:59-14:00")), "outside of the years 1970 to 9998"),
    "first year": (file_form(report(started="0001-01-01T00:00:00+14:00")), "outside of the years 1970 to 9998"),
    "negative": (file_form(report(points=-1.0)), "damaged"),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_file_gets_one_line(verify: Verify, key: SigningKey, tmp_path: Path, name: str) -> None:
    data, reason = DAMAGED[name]
    file = tmp_path / "ana.json"
    file.write_bytes(data)
    code, out, err = verify(file)
    assert (code, err, out.count("\n")) == (2, "", 1)
    assert out.startswith(f"unread    {file} cannot be read: ")
    assert reason in out


def test_many_files_get_one_line_each_and_the_worst_exit_code(verify: Verify, key: SigningKey, tmp_path: Path) -> None:
    good = signed_file(tmp_path / "ana.json", key)
    unsealed = tmp_path / "b\nen\x1b[2J.json"
    unsealed.write_bytes(file_form(report(learner="b\ne\u202en", sealed=False, signed=None)))
    code, out, _ = verify(good, unsealed, good)
    assert code == 1
    assert [line.split()[0] for line in out.splitlines()] == ["sealed", "unsealed", "sealed"]
    assert "\x1b" not in out
    assert "\u202e" not in out
    code, out, _ = verify(good, tmp_path / "none.json", tmp_path, unsealed)
    assert code == 2
    assert [line.split()[0] for line in out.splitlines()] == ["sealed", "unread", "unread", "unsealed"]


def test_json_has_one_object_per_file(verify: Verify, key: SigningKey, tmp_path: Path) -> None:
    code, out, _ = verify("--json", signed_file(tmp_path / "ana.json", key), tmp_path / "none.json")
    first, second = json.loads(out)
    assert code == 2
    assert (first["outcome"], first["learner"], first["points"]) == ("sealed", "ana", 1.0)
    assert first["key"] == key.public.id
    assert second["outcome"] == "unreadable"


def test_without_a_key_nothing_is_verified(verify: Verify, tmp_path: Path) -> None:
    file = signed_file(tmp_path / "ana.json", load_or_make_key(tmp_path / "other"))
    code, out, err = verify(file)
    assert (code, out) == (2, "")
    assert "Give its public key with --key" in err
    code, out, err = verify(file, "--key", tmp_path / "none.pem")
    assert (code, out) == (2, "")
    assert "No such file" in err


def test_a_workshop_checks_what_the_reports_are_about(verify: Verify, key: SigningKey, tmp_path: Path) -> None:
    from mxtutor import paths

    file = tmp_path / "exam.yaml"
    text = "version: 1\ntitle: Examination\nsealed: true\nparts: [{title: Names, minutes: 30, exercises: [%s]}]\n"
    file.write_text(text % "tensors/arccos")
    folder = paths.content_root() / "exercises" / "tensors" / "arccos"
    content = content_hash({"tensors/arccos": exercise_hash(folder)})
    named = {"title": "Examination", "hash": workshop_hash(load_workshop(file))}
    good = signed_file(tmp_path / "ana.json", key, workshop=named, content=content)
    assert verify(good, "--workshop", file)[0] == 0
    other = signed_file(tmp_path / "ben.json", key, workshop=named)
    code, out, _ = verify(other, "--workshop", file)
    assert code == 1
    assert "its exercises are not those that are installed here" in out
    file.write_text(text % "tensors/clip")
    code, out, _ = verify(good, "--workshop", file)
    assert code == 1
    assert "another workshop" in out
