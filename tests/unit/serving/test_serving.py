"""Pieces of `mxtutor serve` without a server: limits, cookies, links, the page's font, refusals of the command."""

from __future__ import annotations

import csv
import re
import struct
import zlib
from pathlib import Path

import pytest
from aiohttp import web
from aiohttp.test_utils import make_mocked_request

from mxtutor.classroom.roster import read_roster
from mxtutor.cli import main
from mxtutor.serving.gate import Bucket, Front, Gate, network_of
from mxtutor.serving.signing import COOKIE_SECONDS, Signer
from mxtutor.serving.web import STATIC
from mxtutor.ui.glyphs import ASCII, UNICODE
from tests.unit.project.test_project import ROOT


class Clock:
    """A clock that tests move."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_allows_a_burst_and_then_a_rate() -> None:
    clock = Clock()
    bucket = Bucket(2.0, 3.0, clock)
    assert [bucket.take() for _ in range(4)] == [0.0, 0.0, 0.0, 0.5]
    clock.now += 100
    assert [bucket.take() for _ in range(4)] == [0.0, 0.0, 0.0, 0.5]


def refused(gate: Gate, address: str) -> int:
    """Let an address try a wrong token; return for how many seconds it has to wait."""
    request = make_mocked_request("GET", "/", headers={"X-Forwarded-For": address})
    try:
        gate.refuse(request, "a wrong token")
    except web.HTTPTooManyRequests as error:
        return int(error.headers["Retry-After"])
    return 0


def test_wrong_tokens_stop_their_address_for_a_while_and_others_not_at_all() -> None:
    clock = Clock()
    gate = Gate(Front("0.0.0.0", 0, behind_proxy=True), lambda *_: None, clock)
    assert [refused(gate, "192.0.2.1") for _ in range(12)] == [0] * 10 + [2, 2]
    assert refused(gate, "192.0.2.2") == 0
    clock.now += 2.1
    assert refused(gate, "192.0.2.1") == 0


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("?", "?"),
    ],
)
def test_what_counts_as_one_address(address: str, network: str) -> None:
    assert network_of(address) == network


def test_a_cookie_counts_for_its_learner_token_and_time_only() -> None:
    signer, other = Signer(b"a" * 32), Signer(b"b" * 32)
    cookie = signer.cookie("Zoë/..", "sha256:1", now=0)
    assert signer.read(cookie, now=COOKIE_SECONDS - 1) == ("Zoë/..", "sha256:1")
    assert signer.read(cookie, now=COOKIE_SECONDS) is None
    assert signer.read(cookie, now=0, purpose="class") is None
    assert other.read(cookie, now=0) is None
    for wrong in ("", ".", cookie[1:], cookie + "0", "é." + cookie.partition(".")[2], cookie.replace(".", "=.")):
        assert signer.read(wrong, now=0) is None
    assert signer.home_name("a") != other.home_name("a")


def characters(font: Path) -> set[int]:
    """Return the characters that a WOFF font has, from the formats 4 and 12 of its table `cmap`."""
    data = font.read_bytes()
    (tables,) = struct.unpack_from(">H", data, 12)
    entries = [struct.unpack_from(">4sIIII", data, 44 + 20 * number) for number in range(tables)]
    _, start, packed, size, _ = next(entry for entry in entries if entry[0] == b"cmap")
    table = data[start : start + packed]
    table = table if packed == size else zlib.decompress(table)
    found: set[int] = set()
    for number in range(struct.unpack_from(">H", table, 2)[0]):
        (place,) = struct.unpack_from(">I", table, 8 + 8 * number)
        (form,) = struct.unpack_from(">H", table, place)
        if form == 12:
            (groups,) = struct.unpack_from(">I", table, place + 12)
            for group in range(groups):
                first, last, _ = struct.unpack_from(">III", table, place + 16 + 12 * group)
                found.update(range(first, last + 1))
        elif form == 4:
            segments = struct.unpack_from(">H", table, place + 6)[0] // 2
            ends = struct.unpack_from(f">{segments}H", table, place + 14)
            starts = struct.unpack_from(f">{segments}H", table, place + 16 + 2 * segments)
            for first, last in zip(starts, ends, strict=True):
                found.update(range(first, last + 1))
    return found


@pytest.mark.parametrize("font", ["DejaVuSansMono.woff", "DejaVuSansMono-Bold.woff"])
def test_the_page_has_a_glyph_for_every_character_that_the_tutor_shows(font: str) -> None:
    texts = [str(getattr(marks, name)) for marks in (UNICODE, ASCII) for name in marks.__dataclass_fields__]
    for folder, endings in (("lessons", "*.md"), ("lessons", "*.yaml"), ("exercises", "*.*"), ("mxtutor/ui", "*.py")):
        texts += [path.read_text(encoding="utf-8") for path in (ROOT / folder).rglob(endings) if path.suffix != ".pyc"]
    shown = {ord(character) for text in texts for character in text if character.isprintable()}
    frames = {ord(character) for character in "╭╮╰╯│─━┃┏┓┗┛├┤▔▁▏▎▊▌▍▐▕█▀▄░▒▓⏎▲▼●◐"}
    missing = (shown | frames) - characters(STATIC / font) - characters(STATIC / "DejaVuSans-braille.woff")
    assert {chr(character) for character in missing} == set()


def test_files_of_the_page_name_no_other_host_to_load_from() -> None:
    templates = ROOT / "mxtutor" / "reporting" / "templates"
    for path in (templates / "session.html.j2", templates / "message.html.j2", STATIC / "page.js", STATIC / "page.css"):
        assert re.findall(r"https?://\S+", path.read_text()) == []
    for path in STATIC.glob("*.js"):
        assert "sourceMappingURL" not in path.read_text()
    assert {path.name for path in (STATIC.parent / "licences").iterdir()} == {"xterm.js.txt", "dejavu-fonts.txt"}


@pytest.fixture
def roster(tmp_path: Path) -> Path:
    """Return a roster of two learners without links."""
    path = tmp_path / "class.csv"
    path.write_text("name,id\nAda,ada\n=Bob,bob\n")
    return path


def links(out: str) -> dict[str, str]:
    """Return links by ids, from what the command printed."""
    return {row["id"]: row["link"] for row in csv.DictReader(out.splitlines())}


def test_links_show_once_and_can_be_renewed_and_revoked(roster: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["links", str(roster), "--url", "https://class.example.org/"]
    assert main(command) == 0
    printed = capsys.readouterr().out
    first = links(printed)
    assert set(first) == {"ada", "bob"}
    assert all(link.startswith("https://class.example.org/learn/") for link in first.values())
    assert "'=Bob" in printed
    assert "https://class.example.org/#" in printed
    assert not any(link.rpartition("/")[2] in roster.read_text() for link in first.values())
    assert main(command) == 0
    assert capsys.readouterr().out == ""
    assert main([*command, "--renew", "ada"]) == 0
    renewed = links(capsys.readouterr().out)
    assert set(renewed) == {"ada"}
    assert renewed["ada"] != first["ada"]
    assert main([*command, "--revoke", "bob"]) == 0
    assert capsys.readouterr().out == ""
    found = read_roster(roster)
    assert found.of_token(first["ada"].rpartition("/")[2], link=True) is None
    assert found.of_token(first["bob"].rpartition("/")[2], link=True) is None
    assert found.of_token(renewed["ada"].rpartition("/")[2], link=True) == found.of_id("ada")


def test_links_in_a_file_are_for_its_owner_alone(roster: Path, tmp_path: Path) -> None:
    out = tmp_path / "links.csv"
    assert main(["links", str(roster), "--out", str(out)]) == 0
    first = out.read_text()
    assert main(["links", str(roster), "--renew", "ada", "--out", str(out)]) == 2
    assert out.read_text() == first, "the links of the others are shown nowhere else"
    assert main(["links", str(roster), "--renew-all", "--out", str(out)]) == 0
    assert set(links(out.read_text())) == {"ada", "bob"}
    assert out.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["links", "none.csv"], "none.csv"),
        (["links", "{roster}", "--renew", "Eve"], "no learner 'Eve'"),
        (["links", "{roster}", "--url", "class.example.org"], "not the address of a server"),
        (["links", "{roster}", "--url", "http://[1"], "not the address of a server"),
        (["links", "{roster}", "--out", "links.txt"], "Name a .csv file"),
        (["--weak-isolation", "--roster", "{roster}"], "for you alone"),
        (["--weak-isolation", "--host", "0.0.0.0"], "for you alone"),
        (["--roster", "none.csv"], "none.csv"),
        (["--roster", "{roster}", "--code", "birch"], "fewer than 12 characters"),
        (["--homes", str(ROOT / "lessons" / "x")], "which answers may read"),
        (["--workshop", "none.yaml"], "none.yaml"),
        (["--workshop", "{exam}", "--no-browser"], "A sealed workshop cannot be joined"),
        (["--port", "70000"], "70000"),
        (["--url", "ftp://x"], "not the address of a server"),
        ([], "MXTUTOR_GRADER is off"),
    ],
)
def test_bad_usage_gets_one_line(roster: Path, words: list[str], line: str, capfd: pytest.CaptureFixture[str]) -> None:
    command = words if words and words[0] == "links" else ["serve", *words]
    exam = roster.with_name("exam.yaml")
    exam.write_text(
        "version: 1\ntitle: X\nsealed: true\nparts: [{title: A, minutes: 5, exercises: [tensors/arccos]}]\n"
    )
    assert main([word.format(roster=roster, exam=exam) for word in command]) == 2
    printed = capfd.readouterr()
    assert printed.out == ""
    said = [one for one in printed.err.splitlines() if "WARNING" not in one and "starting" not in one]
    assert len([one for one in said if line in one]) == 1, printed.err
    assert "Traceback" not in printed.err
