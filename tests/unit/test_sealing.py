"""The server's key, signatures, and the service that signs for sessions."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import stat
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mxtutor.classroom import signing_service
from mxtutor.classroom.sealed_report import canonical, file_form, parse, read_report, workshop_hash
from mxtutor.classroom.sealing import KEY_FILE, SigningKey, load_key, load_or_make_key, load_public, sign
from mxtutor.classroom.signing_service import VARIABLE, ReportSigner, Seal, take_seal
from mxtutor.content.workshop import load_workshop
from mxtutor.errors import TutorError, UsageError
from tests.hostile import MALFORMED
from tests.unit.sealed_reports import report, signed_file
from tests.unit.workshop_files import write


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> SigningKey:
    """A server's key."""
    return load_or_make_key(tmp_path_factory.mktemp("server"))


@pytest.fixture
def signer(tmp_path: Path) -> Iterator[ReportSigner]:
    """A server's signer."""
    made = ReportSigner(tmp_path / "server")
    yield made
    made.close()


def test_the_key_is_made_once_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    folder = tmp_path / "server"
    assert load_key(folder) is None
    made = load_or_make_key(folder)
    assert load_or_make_key(folder).public.id == made.public.id
    assert stat.S_IMODE((folder / KEY_FILE).stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert os.listdir(folder) == [KEY_FILE]


def test_servers_that_start_at_once_use_one_key(tmp_path: Path) -> None:
    found: list[str] = []
    threads = [
        threading.Thread(target=lambda: found.append(load_or_make_key(tmp_path / "s").public.id)) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert len(set(found)) == 1


def test_a_public_key_goes_through_a_file(key: SigningKey, tmp_path: Path) -> None:
    file = tmp_path / "public.pem"
    file.write_text(key.public.text)
    assert load_public(file).id == key.public.id
    assert load_public(file).accepts(sign(report(), key))


@pytest.mark.parametrize(
    "text", ["", "no key", "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n", "\0" * 99]
)
def test_what_is_no_key_gets_one_line(tmp_path: Path, text: str) -> None:
    file = tmp_path / "key.pem"
    file.write_text(text)
    with pytest.raises(UsageError, match=r"not a public key in PEM.*serve key"):
        load_public(file)
    (tmp_path / KEY_FILE).write_text(text)
    (tmp_path / KEY_FILE).chmod(0o600)
    with pytest.raises(UsageError, match=r"is not (a|an Ed25519) key"):
        load_or_make_key(tmp_path)


def test_a_private_key_is_not_taken_for_a_public_one(key: SigningKey, tmp_path: Path) -> None:
    load_or_make_key(tmp_path)
    with pytest.raises(UsageError, match="is a private key"):
        load_public(tmp_path / KEY_FILE)


def test_a_key_that_others_can_read_or_that_is_a_link_is_refused(tmp_path: Path) -> None:
    load_or_make_key(tmp_path / "a")
    (tmp_path / "a" / KEY_FILE).chmod(0o644)
    with pytest.raises(UsageError, match=r"Other users can read.*chmod 600"):
        load_or_make_key(tmp_path / "a")
    (tmp_path / "a" / KEY_FILE).chmod(0o600)
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / KEY_FILE).symlink_to(tmp_path / "a" / KEY_FILE)
    with pytest.raises(TutorError, match="cannot be used"):
        load_or_make_key(tmp_path / "b")


def _places(value: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the path of each value that is not a container."""
    if isinstance(value, dict):
        return [path for name, item in value.items() for path in _places(item, (*here, name))]
    if isinstance(value, list) and value:
        return [path for number, item in enumerate(value) for path in _places(item, (*here, number))]
    return [here]


PLACES = _places({**report(), "signature": {"algorithm": "", "key": "", "value": ""}})
VALUES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()


@settings(deadline=None, max_examples=150)
@given(place=st.sampled_from(PLACES), value=VALUES)
def test_any_other_value_breaks_the_signature(key: SigningKey, place: tuple[Any, ...], value: Any) -> None:
    signed = json.loads(file_form(sign(report(), key)))
    holder = signed
    for name in place[:-1]:
        holder = holder[name]
    same = type(holder[place[-1]]) is type(value) and holder[place[-1]] == value
    holder[place[-1]] = value
    assert key.public.accepts(json.loads(file_form(signed))) is same


@settings(deadline=None, max_examples=300)
@given(data=st.data())
def test_any_changed_byte_gives_another_report_or_the_same_values(
    key: SigningKey, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    original = file_form(sign(report(), key))
    place = data.draw(st.integers(0, len(original) - 1))
    byte = data.draw(st.integers(0, 255))
    file = tmp_path_factory.getbasetemp() / "changed.json"
    file.write_bytes(original[:place] + bytes([byte]) + original[place + 1 :])
    found = _content(file)
    same = found is not None and canonical(found) == canonical(json.loads(original))
    same = same and found["signature"] == json.loads(original)["signature"]
    assert (found is not None and key.public.accepts(found)) is same


def _content(file: Path) -> Any:
    """Return what a file holds; None if it is no report."""
    with contextlib.suppress(UsageError):
        return read_report(file)[0]
    return None


def test_another_field_breaks_the_signature(key: SigningKey) -> None:
    signed = sign(report(), key)
    assert not key.public.accepts({**signed, "more": 1})
    assert not key.public.accepts({name: value for name, value in signed.items() if name != "why"})


def test_a_session_gets_a_report_that_names_its_learner(signer: ReportSigner) -> None:
    environment = signer.admit("ben")
    seal = take_seal(environment)
    assert seal is not None
    assert environment == {}
    signed = seal.sign(report(learner="ana", signed=None))
    assert signer.key.public.accepts(signed)
    found = parse(signed)
    assert (found.learner, found.sealed, found.why) == ("ben", True, signing_service.SERVED)
    assert found.signed is not None


def test_the_server_keeps_every_report_that_it_signed(signer: ReportSigner, tmp_path: Path) -> None:
    seal = take_seal(signer.admit("../ö/ben"))
    assert seal is not None
    seal.sign(report())
    seal.sign(report(points=0.5))
    kept = sorted((tmp_path / "server" / "reports").iterdir())
    assert [file.name for file in kept] == ["___ö_ben-aaaaaaaa-2.json", "___ö_ben-aaaaaaaa.json"]
    assert all(stat.S_IMODE(file.stat().st_mode) == 0o600 for file in kept)
    assert all(signer.key.public.accepts(read_report(file)[0]) for file in kept)


@pytest.mark.parametrize("learner", ["\U00020000" * 200, "名" * 200, "..", "a/../b", "a\0b"])
def test_a_report_is_kept_in_its_folder_whatever_the_learner_is_called(
    signer: ReportSigner, tmp_path: Path, learner: str
) -> None:
    seal = take_seal(signer.admit(learner))
    assert seal is not None
    assert [seal.sign(report())["learner"] for _ in range(2)] == [learner, learner]
    assert len(list((tmp_path / "server" / "reports").iterdir())) == 2


def test_only_the_token_of_a_session_gets_signatures(signer: ReportSigner) -> None:
    environment = signer.admit("ana")
    seal = take_seal(dict(environment))
    assert seal is not None
    with pytest.raises(TutorError, match="the server does not know this session"):
        Seal("0" * 32, seal.socket).sign(report())
    signer.dismiss(environment)
    with pytest.raises(TutorError, match="the server does not know this session"):
        seal.sign(report())


@pytest.mark.parametrize("wrong", [{"version": 2}, {"points": "many"}, {"kind": "x"}, {"more": 1}, {"ended": 7}])
def test_the_server_signs_only_reports(signer: ReportSigner, wrong: dict[str, Any]) -> None:
    seal = take_seal(signer.admit("ana"))
    assert seal is not None
    with pytest.raises(TutorError, match="does not sign the report: the request is damaged"):
        seal.sign(report(**wrong))


def test_the_server_signs_only_for_the_workshop_that_it_runs(tmp_path: Path) -> None:
    signer = ReportSigner(tmp_path, "c" * 64)
    try:
        seal = take_seal(signer.admit("ana"))
        assert seal is not None
        with pytest.raises(TutorError, match="another workshop"):
            seal.sign(report())
        assert seal.sign(report(workshop={"title": "Examination", "hash": "c" * 64}))["signature"]
    finally:
        signer.close()


@pytest.mark.parametrize("request_", [b"", b"{", b"[]", b"7", b"[" * 100_000, b'{"token": 1}', b"\xff\xfe"])
def test_a_damaged_request_gets_one_line(signer: ReportSigner, request_: bytes) -> None:
    reply = signer.answer(request_)
    assert "\n" not in reply["error"]


def test_a_server_that_has_ended_gives_one_line(signer: ReportSigner) -> None:
    seal = take_seal(signer.admit("ana"))
    assert seal is not None
    signer.close()
    with pytest.raises(TutorError, match="The server cannot sign the report"):
        seal.sign(report())
    assert not os.path.exists(seal.socket)


def test_no_session_of_a_server_has_no_seal() -> None:
    assert take_seal({}) is None
    assert take_seal({signing_service.VARIABLE: "nonsense"}) is None


def test_the_hash_of_a_workshop_follows_its_meaning_and_not_its_layout(tmp_path: Path) -> None:
    file = write(tmp_path)
    first = workshop_hash(load_workshop(file))
    file.write_text("# a comment\n" + file.read_text())
    assert workshop_hash(load_workshop(file)) == first
    for changes in ({"title": "X"}, {"points": 2}, {"due": "2026-12-01 18:01+01:00"}, {"hints": "never"}):
        assert workshop_hash(load_workshop(write(tmp_path, changes))) != first, changes


def test_a_signed_file_is_read_as_it_was_written(key: SigningKey, tmp_path: Path) -> None:
    data, found = read_report(signed_file(tmp_path / "ana.json", key))
    assert key.public.accepts(data)
    assert found.to_json()["points"] == 1.0
    assert (found.learner, found.exercises[0].seeds) == ("ana", (71, 90125))


def test_what_is_no_request_for_a_signature_gets_a_reason_and_prints_nothing(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    signer = ReportSigner(tmp_path)
    try:
        _, _, path = signer.admit("Ana")[VARIABLE].partition(":")
        for data in (*MALFORMED.values(), b"", b"[]", b"null", b"[" * 100_000, b"\xff" * 10, b'{"token": {"a": 1}}'):
            with socket.socket(socket.AF_UNIX) as connection:
                connection.settimeout(60)
                connection.connect(path)
                connection.sendall(data)
                connection.shutdown(socket.SHUT_WR)
                assert "error" in json.loads(connection.recv(1 << 16))
    finally:
        signer.close()
    assert capfd.readouterr() == ("", "")
