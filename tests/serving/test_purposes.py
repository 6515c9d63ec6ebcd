"""One roster for the class and for sessions: each token opens what it was made for, and nothing else."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.class_process import Server
from tests.serving.servers import COMMAND, all_links, make_links, start, with_graders
from tests.serving.test_rain import ask

EXAM = """
version: 1
title: Examination
sealed: true
parts: [{title: Names, minutes: 30, exercises: [tensors/arccos]}]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder with a roster of two learners and an examination."""
    (tmp_path / "class.csv").write_text("name,id\nAda,ada\nBob,bob\n")
    (tmp_path / "exam.yaml").write_text(EXAM)
    with with_graders(tmp_path):
        yield tmp_path


def test_a_token_of_the_class_opens_no_session_and_no_examination(folder: Path) -> None:
    roster = folder / "class.csv"
    made = all_links(roster)
    tokens = {learner: urlsplit(one["join"]).fragment for learner, one in made.items()}
    links = {learner: urlsplit(one["link"]).path for learner, one in made.items()}
    assert set(tokens) == set(links) == {"ada", "bob"}
    exam, live = (
        start(folder, "--roster", str(roster), "--workshop", str(folder / "exam.yaml")),
        Server(folder, "--roster", str(roster)),
    )
    try:
        port = urlsplit(exam.line).port or 0
        for learner, link in links.items():
            assert ask(port, f"/learn/{tokens[learner]}")[0] == 403
            assert ask(port, link)[0] == 303
            assert live.ask("/v1/class", token=tokens[learner])[0] == 200
            assert live.ask("/v1/class", token=link.rpartition("/")[2])[0] == 401
        assert "no link" not in exam.said
        make_links(roster, "--renew", "ada", "--revoke", "bob")
        for learner in ("ada", "bob"):
            assert live.ask("/v1/class", token=tokens[learner])[0] == 401
            assert ask(port, links[learner])[0] == 403
    finally:
        live.stop()
        exam.stop()


def test_one_server_shows_the_tutor_and_receives_events(folder: Path) -> None:
    roster = folder / "class.csv"
    made = all_links(roster)["ada"]
    server = start(folder, "--roster", str(roster))
    try:
        port, token = urlsplit(server.line).port or 0, urlsplit(made["join"]).fragment
        assert ask(port, urlsplit(made["link"]).path)[0] == 303
        assert ask(port, "/v1/class")[0] == 401
        done = subprocess.run(
            [*COMMAND, "class", "join", f"http://127.0.0.1:{port}/#{token}"], capture_output=True, text=True,
            env=os.environ | {"MXTUTOR_HOME": str(folder / "laptop")},
        )  # fmt: skip
        assert "You are in the class" in done.stdout, done.stderr
        shown = subprocess.run(
            [*COMMAND, "class", "--json", "--names", "--roster", str(roster)], capture_output=True, text=True
        )
        assert [one["name"] for one in json.loads(shown.stdout)["learners"]] == ["Ada", "Bob"]
        assert (folder / "class.db").exists()
    finally:
        server.stop()


def test_one_token_for_both_is_refused(folder: Path) -> None:
    roster = folder / "class.csv"
    make_links(roster)
    lines = [line.split(",") for line in roster.read_text().splitlines()]
    at = lines[0].index("token")
    link = lines[0].index("link_token")
    for line in lines[1:]:
        line[link] = line[at]
    roster.write_text("\n".join(map(",".join, lines)))
    done = subprocess.run([*COMMAND, "links", str(roster)], check=False, capture_output=True, text=True)
    assert done.returncode == 2
    assert "the same token" in done.stderr
