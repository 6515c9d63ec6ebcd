"""One roster for the class and for sessions: each token opens what it was made for, and nothing else."""

from __future__ import annotations

import csv
import io
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.class_process import Server
from tests.serving.servers import COMMAND, make_links, start, with_graders
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


def class_tokens(roster: Path, *options: str) -> dict[str, str]:
    """Make tokens for the class with the command; return them by the ids of the learners."""
    done = subprocess.run(
        [*COMMAND, "class", "tokens", str(roster), *options], check=True, capture_output=True, text=True
    )
    return {row["id"]: row["token"] for row in csv.DictReader(io.StringIO(done.stdout))}


def test_a_token_of_the_class_opens_no_session_and_no_examination(folder: Path) -> None:
    roster = folder / "class.csv"
    tokens = class_tokens(roster, "--days", "7")
    links = {learner: urlsplit(link).path for learner, link in make_links(roster).items()}
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
        make_links(roster, "--renew", "ada")
        class_tokens(roster, "--new", "bob")
        subprocess.run([*COMMAND, "class", "tokens", str(roster), "--revoke", "ada"], check=True, capture_output=True)
        assert live.ask("/v1/class", token=tokens["ada"])[0] == 401
        assert live.ask("/v1/class", token=tokens["bob"])[0] == 401
        assert ask(port, links["ada"])[0] == 403
        assert ask(port, links["bob"])[0] == 303
    finally:
        live.stop()
        exam.stop()


def test_the_server_says_which_links_of_an_earlier_release_are_to_be_renewed(folder: Path) -> None:
    roster = folder / "class.csv"
    tokens = class_tokens(roster)  # an earlier release kept the hashes of links in the same column
    server = start(folder, "--roster", str(roster))
    try:
        port = urlsplit(server.line).port or 0
        (line,) = [line for line in server.said.splitlines() if "no link" in line]
        assert "`mxtutor serve links`" in line
        assert "must be renewed" in line
        assert ask(port, f"/learn/{tokens['ada']}")[0] == 403
        assert ask(port, urlsplit(make_links(roster)["ada"]).path)[0] == 303
    finally:
        server.stop()


def test_one_token_for_both_is_refused(folder: Path) -> None:
    roster = folder / "class.csv"
    class_tokens(roster)
    lines = [line.split(",") for line in roster.read_text().splitlines()]
    at = lines[0].index("token")
    roster.write_text("\n".join(",".join([*line, "link_token" if not n else line[at]]) for n, line in enumerate(lines)))
    done = subprocess.run(
        [*COMMAND, "serve", "links", "--roster", str(roster)], check=False, capture_output=True, text=True
    )
    assert done.returncode == 2
    assert "the same token" in done.stderr
