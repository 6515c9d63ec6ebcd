"""`mxtutor class` and its commands, as instructors and learners run them."""

from __future__ import annotations

import csv
import io
import json
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from mxtutor.cli import main
from mxtutor.live.membership import VARIABLE, read_membership
from mxtutor.live.store import Sent
from mxtutor.progress.store import open_store
from tests.unit.live.live_class import CLASS, CODE, Running, event, running

Output = pytest.CaptureFixture[str]


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """A class server; the present folder is the instructor's."""
    folder = tmp_path / "instructor"
    folder.mkdir()
    monkeypatch.chdir(folder)
    with running(folder) as found:
        yield found


def told(output: Output) -> str:
    """Return what a command wrote to standard error: one line."""
    line = output.readouterr().err
    assert line.startswith("mxtutor: ")
    assert line.count("\n") == 1
    assert "Traceback" not in line
    return line


def test_joining_with_the_code_and_seeing_what_is_stored(server: Running, home: Path, capsys: Output) -> None:
    assert main(["class", "join", server.url, "--code", CODE, "--name", "Ana"]) == 0
    out = capsys.readouterr().out
    assert "You are in the class 'Gluon'." in out
    assert "Your code stays here" in out
    assert stat.S_IMODE((home / "class.json").stat().st_mode) == 0o600
    with closing(open_store(home)) as store:
        store.note_work("tensors/flip")
    found = read_membership(home, {})
    assert found is not None
    server.store.add(CLASS.title, _sender(server), [event(kind="hint", hint=2)])
    assert main(["class", "mine"]) == 0
    out = capsys.readouterr().out
    assert "stores 1 event:" in out
    assert "hint       tensors/flip  hint 2" in out
    assert "Waiting to be sent: 1" in out
    assert main(["class", "mine", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [row["kind"] for row in data["stored"]] == ["hint"]
    assert [row["kind"] for row in data["waiting"]] == ["opened"]
    server.stop()
    assert main(["class", "mine"]) == 1
    out = capsys.readouterr().out
    assert "cannot be shown now" in out
    assert "Waiting to be sent: 1" in out
    assert main(["class", "leave", "--yes"]) == 0
    assert "It does not get 1 unsent event." in capsys.readouterr().out
    assert main(["class", "mine"]) == 2
    assert "You are in no class" in told(capsys)


def _sender(server: Running) -> Sent:
    learner = server.people.roster.find("Ana")
    return Sent(server.people.id_of(learner), "a" * 32, 1.0, 1.0)


def test_a_link_a_token_on_standard_input_and_the_environment(
    server: Running, home: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = server.joined("Ana")
    assert main(["class", "join", f"{server.url}/#{token}", "--share-code"]) == 0
    found = read_membership(home, {})
    assert found is not None
    assert (found.url, found.token, found.sends_code) == (server.url, token, True)
    assert token not in repr(found)
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{token}\n"))
    assert main(["class", "join", server.url]) == 0
    assert main(["class", "share", "off"]) == 0
    assert "Your code stays here" in capsys.readouterr().out
    main(["class", "leave", "--yes"])
    found = read_membership(home, {VARIABLE: f"{server.url}/#{token}"})
    assert found is not None
    assert found.token == token


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["join", "ftp://x"], "is not the address of a class server"),
        (["join", "http://127.0.0.1:1", "--code", CODE, "--name", "Ana"], "does not answer"),
        (["join", "http://127.0.0.1:1/#token"], "does not answer"),
        (["join", "URL/learn/token"], "This link opens the tutor in a browser; the one of a class has `#`"),
        (["join", "URL", "--code", "wrong", "--name", "Ana"], "The class code is wrong."),
        (["join", "URL/#forged"], "Your token is not valid. Ask your instructor for a new link."),
        (["join", "URL", "--code", CODE, "--name", " "], "This is not a name."),
        (["leave"], "You are in no class."),
        (["share", "on"], "You are in no class."),
        (["forget", "Nobody"], "has no learner 'Nobody'"),
        (["--json", "--store", "gone.db"], "There is no class store gone.db"),
        (["--listen", "--host", "0.0.0.0"], "Run `mxtutor serve --no-browser`"),
        (["tokens", "roster.csv", "--new", "Ana"], "Run: mxtutor links ROSTER"),
        (["serve", "links", "--roster", "roster.csv"], "Run: mxtutor links ROSTER"),
        (["serve", "--no-browser", "--store", "/nowhere/class.db"], "cannot be made"),
        (["serve", "--no-browser", "--code", "abc"], "fewer than 12 characters"),
        (["serve", "--no-browser", "--host", "999.999.999.999", "--port", "0"], "cannot be used"),
        (["serve", "--no-browser", "--workshop", "gone.yaml"], "There is no file"),
        (["serve", "--no-browser", "--roster", "gone.csv"], "There is no file"),
        (["links", "gone.csv"], "There is no file"),
    ],
)
def test_bad_input_is_one_line(
    server: Running, capsys: Output, arguments: list[str], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    group = [] if arguments[0] in ("serve", "links") else ["class"]
    given = [*group, *(one.replace("URL", server.url) for one in arguments)]
    if arguments[0] == "--store":
        given.append("--json")
    assert main(given) in (2, 3)
    assert message in told(capsys)


def test_names_that_look_alike_are_one_learner(
    server: Running, capsys: Output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, code in (("Learner 1", 0), ("learner  1", 2), ("LEARNER 1", 2), ("learner 2", 0)):
        monkeypatch.setenv("MXTUTOR_HOME", str(tmp_path / name))
        assert main(["class", "join", server.url, "--code", CODE, "--name", name]) == code
        assert ("has joined already" in capsys.readouterr().err) is (code == 2)
    assert [one.name for one in server.people.roster.learners] == ["Learner 1", "learner 2"]


def test_a_learner_in_one_class_joins_no_other(server: Running, capsys: Output, tmp_path: Path) -> None:
    assert main(["class", "join", f"{server.url}/#{server.joined()}"]) == 0
    capsys.readouterr()
    assert main(["class", "join", "http://127.0.0.1:1/#other"]) == 2
    assert "You are in the class 'Gluon'. Leave it first" in told(capsys)


def test_links_are_shown_once_and_kept_as_hashes(server: Running, capsys: Output, tmp_path: Path) -> None:
    roster = tmp_path / "set.csv"
    roster.write_text("name,group\nAna,1\nBo,2\n")
    assert main(["links", str(roster), "--url", server.url]) == 0
    lines = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [line["name"] for line in lines] == ["Ana", "Bo"]
    tokens = [line["join"].partition("#")[2] for line in lines]
    assert not any(token in roster.read_text() for token in tokens)
    assert "group" in roster.read_text()
    assert main(["links", str(roster)]) == 0
    assert capsys.readouterr().out == ""
    assert main(["links", str(roster), "--renew", "Bo", "--days", "7"]) == 0
    assert capsys.readouterr().out.startswith("name,id,link,join\nBo,Bo,http://127.0.0.1:8000/learn/")
    assert main(["links", str(roster), "--revoke", "Ana"]) == 0
    assert roster.read_text().count("revoked") == 2


def test_forget_deletes_rows_token_and_name_and_tells(server: Running, capsys: Output) -> None:
    token = server.joined("Ana")
    server.joined("Bo")
    server.store.add(CLASS.title, _sender(server), [event(1), event(2)])
    assert main(["class", "join", f"{server.url}/#{token}"]) == 0
    capsys.readouterr()
    assert main(["class", "forget", "Ana", "--yes"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Deleted of Ana: 2 events, the links and the line in ")
    assert server.rows() == []
    assert "Ana" not in server.people.path.read_text()
    assert "Bo" in server.people.path.read_text()
    assert main(["class", "mine"]) == 1
    assert "Your token is not valid." in capsys.readouterr().out
    assert main(["class", "forget", "Ana"]) == 2


def test_a_learner_can_be_forgotten_by_the_id_alone(server: Running, capsys: Output) -> None:
    server.joined("Ana")
    sender = _sender(server)
    server.store.add(CLASS.title, sender, [event(1)])
    named = server.people.path.with_name("own.csv")
    named.write_text("name\nBo\n")
    assert main(["class", "forget", sender.learner, "--store", "class.db", "--roster", str(named), "--yes"]) == 0
    assert capsys.readouterr().out == f"Deleted of {sender.learner}: 1 event.\n"
    assert server.rows() == []
    server.store.add(CLASS.title, sender, [event(2)])
    for file in (Path("class.key"), server.people.path):
        file.unlink()
        assert main(["class", "forget", "Ana"]) == 2
        assert f"No learner can be found by name, because there is no {file.name}." in told(capsys)
        assert not file.exists()
    assert main(["class", "forget", sender.learner, "--yes"]) == 0
    assert server.rows() == []


def test_the_class_as_json_has_names_only_on_request(server: Running, capsys: Output) -> None:
    server.joined("Ana Ruiz")
    learner = server.people.roster.find("Ana Ruiz")
    sender = Sent(server.people.id_of(learner), "a" * 32, 1.0, 1.0)
    server.store.add(CLASS.title, sender, [event(kind="attempt", exercise="tensors/arccos", verdict="wrong")])
    assert main(["class", "--json"]) == 0
    out = capsys.readouterr().out
    assert "Ruiz" not in out
    data = json.loads(out)
    assert (data["class"], data["events"]) == ("Gluon", 1)
    assert data["mistakes"][0]["share"] == 1.0
    assert data["learners"][0]["exercises"]["tensors/arccos"]["attempts"] == 1
    assert main(["class", "--json", "--names"]) == 0
    assert json.loads(capsys.readouterr().out)["learners"][0]["name"] == "Ana Ruiz"


def test_the_view_needs_a_terminal(server: Running, capsys: Output) -> None:
    assert main(["class"]) == 2
    assert "needs a terminal" in told(capsys)


def test_a_damaged_membership_can_be_left(home: Path, capsys: Output) -> None:
    home.mkdir()
    (home / "class.json").write_text('{"url": 7}')
    assert main(["class", "mine"]) == 2
    assert "is damaged. Run `mxtutor class leave`" in told(capsys)
    assert main(["class", "leave", "--yes"]) == 0
    assert not (home / "class.json").exists()
