"""Rosters: names, ids and hashes of tokens in CSV; each fault is one line with its place."""

from __future__ import annotations

import stat
import threading
import unicodedata
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from mxtutor.classroom.roster import (
    REVOKED,
    Learner,
    Roster,
    changing,
    hash_token,
    issue,
    issue_tokens,
    read_roster,
    revoke_tokens,
    save_roster,
)
from mxtutor.errors import UsageError

HASH = hash_token("a token")


def roster(path: Path, text: str) -> Roster:
    """Return the roster that a text describes."""
    path.write_text(text, "utf-8")
    return read_roster(path)


def test_a_csv_of_names_is_a_roster(tmp_path: Path) -> None:
    found = roster(tmp_path / "class.csv", "name\nAna Ruiz\n\nZoë  Ⅳ\n")
    assert [(one.name, one.id, one.token) for one in found.learners] == [
        ("Ana Ruiz", "Ana Ruiz", ""),
        ("Zoë Ⅳ", "Zoë Ⅳ", ""),
    ]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("start", ["", "\ufeff", "\n"])
def test_spreadsheets_separate_cells_in_several_ways(tmp_path: Path, separator: str, start: str) -> None:
    lines = [["Name", "Group", "ID"], ["Ana", "A", "17"], ['"Ruiz, Bo"', "B", "18"]]
    found = roster(tmp_path / "class.csv", start + "\r\n".join(separator.join(line) for line in lines))
    assert [(one.name, one.id, one.group) for one in found.learners] == [("Ana", "17", "A"), ("Ruiz, Bo", "18", "B")]


MOODLE = """"First name","Last name","ID number","Email address",Groups
Ana,Ruiz,4711,ana@uni.example,"Group A"
Bo,"Lee, Jr.",,bo@uni.example,
"""
CANVAS = """Student,ID,SIS User ID,SIS Login ID,Section,Names (12)
,,,,,Manual Posting
    Points Possible,,,,,5
"Ruiz, Ana",4711,s1,ruizana,One,
"Lee, Bo",4712,s2,leebo,Two,3
"Student, Test",99,,,Two,
"""
BLIND = """Identifier,Status,Grade,"Maximum Grade","Grade can be changed","Last modified (grade)","Feedback comments"
"Participant 4711","Submitted for grading",,100.00,Yes,-,
"""
EXCEL = "\ufeffsep=;\r\nID;Name;E-Mail;Group;Seat\r\n4711;Ana Ruiz;ana@uni.example;A;12\r\n;Zoë;;;\r\n"


@pytest.mark.parametrize(
    ("text", "learners"),
    [
        (
            MOODLE,
            [("Ana Ruiz", "4711", "ana@uni.example", "Group A"), ("Bo Lee, Jr.", "Bo Lee, Jr.", "bo@uni.example", "")],
        ),
        (BLIND, [("Participant 4711", "Participant 4711", "", "")]),
        (CANVAS, [("Ruiz, Ana", "4711", "", "One"), ("Lee, Bo", "4712", "", "Two")]),
        (EXCEL, [("Ana Ruiz", "4711", "ana@uni.example", "A"), ("Zoë", "Zoë", "", "")]),
    ],
)
def test_what_moodle_canvas_and_excel_write_is_a_roster_and_keeps_its_form(
    tmp_path: Path, text: str, learners: list[tuple[str, ...]]
) -> None:
    path = tmp_path / "class.csv"
    path.write_bytes(text.encode())
    assert [(one.name, one.id, one.email, one.group) for one in read_roster(path).learners] == learners
    tokens = issue_tokens(path)
    assert [read_roster(path).of_token(token).id for token in tokens.values()] == [one[1] for one in learners]  # type: ignore[union-attr]
    separator = ";" if ";" in text else ","
    before, after = text.splitlines(), path.read_bytes().decode().splitlines()
    assert len(before) == len(after)
    for old, new in zip(before, after, strict=True):
        assert new.replace('"', "").startswith(old.replace('"', "").rstrip(separator)), new
    assert after[-1].count(separator) >= before[-1].count(separator)
    assert path.read_bytes().startswith("\ufeff".encode()) == text.startswith("\ufeff")
    assert (b"\r\n" in path.read_bytes()) == ("\r\n" in text)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("name", "identity"),
    [
        ("Ana Ruiz", "4711"), ("ana ruiz", "4711"), ("Ruiz, Ana", "4711"), ("4711", "4711"), ("ruizana_4711", "4711"),
        ("ana@uni.example", "4711"), ("ana", "4711"), ("Zoë_99", "Zoë"), ("Kim Lee", "1"), ("Max_3", ""),
        ("stranger", ""),
    ],
)  # fmt: skip
def test_the_name_of_a_hand_in_means_a_learner_or_nobody(tmp_path: Path, name: str, identity: str) -> None:
    text = EXCEL.removeprefix("\ufeff") + "1;Kim Lee;;;\r\n2;Lee Kim;;;\r\n"
    found = roster(tmp_path / "class.csv", text).meant(name)
    assert (found.id if found else "") == identity


@pytest.mark.parametrize(
    ("text", "name", "identity"),
    [
        ("First name,Last name,ID number\nAna,Ruiz,900\nBo,Lee,4711\n", "Ana Ruiz_4711", "900"),
        ("First name,Last name,ID number\nAna,Ruiz,900\nBo,Lee,4711\n", "Zoe Ok_4711", ""),
        ("name\nKim\nLee\n", "Ana_Kim", ""),
        ("name,id\nAna Ruiz,ruiz\nKim Ruiz,kim\n", "kim_ruiz", "kim"),
        ("name,id\nAna Ruiz,1\nAna Ruiz,x2\n", "Ana Ruiz_1", "1"),
        ("name,id\nAna Ruiz,1\nAna Ruiz,x2\n", "Ana Ruiz_x2", "x2"),
        ("name,id\nAna Ruiz,1\nAna Ruiz,x2\n", "Ana Ruiz", ""),
        ('name,id\n"Ruiz, Ana",1\n"Lee, Bo",2\n', "Ana Ruiz", "1"),
        ('name,id\n"Ruiz, Ana",1\n"Lee, Bo",2\n', "Lee Bo_9", "2"),
        ("name,id\nAna Ruiz,3\nBo Lee,4\n", "max_3", ""),
        ("name,id\nAna Ruiz,3\nMáx Lee,4\n", "leemax_4", "4"),
        ("name,id\nAna Ruiz,3\nMáx Lee,4\n", "leemáx_4711", "4"),
        ("name,id\nAna María de la Cruz-Díaz,3\nAna María,4\n", "delacruzdíazanamaría_4711", "3"),
        ("name,id\nMax Lee,4711\nBo Lee,4\n", "leebo_4711", "4"),
        ("name,id\nKim Lee,1\nLee Kim,2\n", "leekim_4711", ""),
        ("name,id\nKim Lee,4711\nLee Kim,2\n", "leekim_4711", "4711"),
    ],
)
def test_a_hand_in_is_never_that_of_another_learner_whose_id_is_in_its_name(
    tmp_path: Path, text: str, name: str, identity: str
) -> None:
    found = roster(tmp_path / "class.csv", text).meant(name)
    assert (found.id if found else "") == identity


def test_names_are_compared_in_composed_form(tmp_path: Path) -> None:
    apart = unicodedata.normalize("NFD", "José")
    found = roster(tmp_path / "class.csv", f"name\n{apart}\n")
    assert found.find("José") == found.find(apart) == Learner("José", "José")
    with pytest.raises(UsageError, match=r"is also in .*:2\."):
        roster(tmp_path / "class.csv", f"name\nJosé\n{apart}\n")


def test_saving_keeps_other_columns_and_separator(tmp_path: Path) -> None:
    path = tmp_path / "class.csv"
    found = roster(path, "Group;Name\nA;Ana\nB;Bo\n")
    save_roster(found.with_learners([replace(found.find("Bo"), token=HASH), Learner("Cy", "Cy")]))
    assert path.read_text() == f"Group;Name;token\nA;Ana;\nB;Bo;{HASH}\n;Cy;\n"


def test_a_token_names_its_learner_and_no_other(tmp_path: Path) -> None:
    path = tmp_path / "class.csv"
    roster(path, "name\nAna\nBo\n")
    tokens = issue_tokens(path)
    found = read_roster(path)
    assert set(tokens) == {"Ana", "Bo"}
    assert tokens["Ana"] not in path.read_text()
    assert {name: one.id for name, token in tokens.items() if (one := found.of_token(token))} == {
        "Ana": "Ana",
        "Bo": "Bo",
    }
    forged = [
        "",
        tokens["Ana"][:-1],
        tokens["Ana"] + "x",
        hash_token(tokens["Ana"]),
        REVOKED,
        "\udcff",
        "\0",
        "é" * 10**6,
    ]
    assert [found.of_token(one) for one in forged] == [None] * len(forged)
    assert issue_tokens(path) == {}  # a second call keeps the tokens that are in use
    again = issue_tokens(path, ["Ana"])
    assert read_roster(path).of_token(tokens["Ana"]) is None
    assert read_roster(path).of_token(again["Ana"]) is not None


def test_a_revoked_token_works_no_more_and_is_not_replaced_unasked(tmp_path: Path) -> None:
    path = tmp_path / "class.csv"
    roster(path, "name\nAna\nBo\n")
    tokens = issue_tokens(path)
    assert [one.id for one in revoke_tokens(path, ["Ana"])] == ["Ana"]
    found = read_roster(path)
    assert found.of_token(tokens["Ana"]) is None
    assert found.of_token(tokens["Bo"]) == found.find("Bo")
    assert issue_tokens(path) == {}


def test_tokens_may_expire(tmp_path: Path) -> None:
    path, hour = tmp_path / "class.csv", timedelta(hours=1)
    roster(path, "name\nAna\n")
    for end, over in ((hour, False), (-hour, True)):
        token = issue_tokens(path, ["Ana"], datetime.now(timezone.utc) + end)["Ana"]
        ana = read_roster(path).of_token(token)
        assert ana is not None
        assert ana.is_expired() is over
    late = roster(tmp_path / "late.csv", "name,expires\nAna,2020-01-01 10:00+01:00\n")
    assert late.find("Ana").is_expired()


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("a.txt", "name\nAna\n", "must end in .csv"),
        ("a.csv", "", "is empty"),
        ("a.csv", "first,last\nAna,Ruiz\n", "no column `name`"),
        ("a.csv", "name,Name\nAna,Ruiz\n", "'name' occurs twice"),
        ("a.csv", "name\nAna,Ruiz\n", "a.csv:2: it has more cells"),
        ("a.csv", 'name\n"Ana\n', "a.csv:2: it is not CSV"),
        ("a.csv", "name\n\u0000\n", "is not text"),
        ("a.csv", "name\nAna\u0007\n", "a.csv:2: name 'Ana.x07' is no name"),
        ("a.csv", "name,id\n,7\n", "a.csv:2: the name is missing"),
        ("a.csv", "name\nAna\nBo\nAna\n", "a.csv:4: the name 'Ana' is also in .*a.csv:2"),
        ("a.csv", "name,id\nAna,1\nBo,1\n", "a.csv:3: the id '1' is also in"),
        ("a.csv", "name,token\nAna,secret\n", "a.csv:2: the token is not"),
        ("a.csv", f"name,token\nAna,{HASH}\nBo,{HASH}\n", "'Ana' and 'Bo' have the same token"),
        ("a.csv", "name,expires\nAna,tomorrow\n", "a.csv:2: expires 'tomorrow' is not a date"),
        ("a.csv", "name,expires\nAna,2026-12-01 10:00\n", "with an offset"),
        ("a.csv", "name\n" + "A" * 300, "200 letters at most"),
    ],
)
def test_a_fault_is_one_line_with_its_place(tmp_path: Path, name: str, text: str, told: str) -> None:
    with pytest.raises(UsageError, match=told) as caught:
        roster(tmp_path / name, text)
    assert "\n" not in str(caught.value)


def test_what_cannot_be_read_is_told(tmp_path: Path) -> None:
    for path, told in [
        (tmp_path / "missing.csv", "There is no file"),
        (tmp_path / "class.yaml", "A roster is a CSV file"),
        (Path("/dev/zero.csv"), "There is no file"),
    ]:
        with pytest.raises(UsageError, match=told):
            read_roster(path)
    (tmp_path / "picture.csv").write_bytes(b"\x89PNG\r\n\x1a\n\x81\x8d")
    with pytest.raises(UsageError, match="UTF-8"):
        read_roster(tmp_path / "picture.csv")


@pytest.mark.parametrize("encoding", ["cp1252", "utf-16", "utf-8-sig", "utf-8"])
def test_names_are_read_in_each_encoding_of_excel_and_written_so_that_excel_reads_them(
    tmp_path: Path, encoding: str
) -> None:
    path = tmp_path / "class.csv"
    path.write_bytes("Name;ID\r\nJosé Peña;1\r\nZoë Müller;2\r\n".encode(encoding))
    tokens = issue_tokens(path)
    assert path.read_bytes().startswith(b"\xef\xbb\xbf") == (encoding != "utf-8")
    found = [read_roster(path).of_token(token) for token in tokens.values()]
    assert [one.name for one in found if one is not None] == ["José Peña", "Zoë Müller"]


def test_an_unknown_learner_gets_a_suggestion(tmp_path: Path) -> None:
    found = roster(tmp_path / "class.csv", "name,id\nAna Ruiz,1\nBo,2\nBo,3\n")
    with pytest.raises(UsageError, match="Did you mean Ana Ruiz"):
        found.find("Anna Ruiz")
    with pytest.raises(UsageError, match="2 learners are called 'Bo'"):
        found.find("Bo")
    assert found.find("3").name == "Bo"


def test_two_changes_at_once_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "class.csv"
    roster(path, "name\n")

    def add(name: str) -> None:
        with changing(path) as found:
            save_roster(found.with_learners([issue(Learner(name, name))[0]]))

    threads = [threading.Thread(target=add, args=(f"learner {n}",)) for n in range(12)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert len(read_roster(path).learners) == 12


def test_a_full_disk_leaves_the_old_roster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "class.csv"
    found = roster(path, "name\nAna\n")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("mxtutor.classroom.roster.write_private", full)
    with pytest.raises(UsageError, match="disk full"):
        save_roster(found.with_learners([Learner("Bo", "Bo")]))
    assert path.read_text() == "name\nAna\n"


def test_tokens_differ() -> None:
    made = {issue(Learner("Ana", "Ana"))[1] for _ in range(1000)}
    assert len(made) == 1000
    assert min(map(len, made)) >= 22


def test_a_roster_that_is_missing_leaves_no_lock(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="There is no file"):
        issue_tokens(tmp_path / "none.csv")
    assert list(tmp_path.iterdir()) == []
