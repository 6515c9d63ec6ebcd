"""The committed index of MXNet's names is that of the installed MXNet."""

from __future__ import annotations

from pathlib import Path

import pytest

from mxtutor.content.mxnet_index import INDEX_FILE, MxnetIndex
from tests.mxnet_index.make import installed_names, write_index


@pytest.mark.grading
def test_the_index_is_current(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))  # it is the same on every machine
    rows = installed_names()
    assert [row[3] for row in rows if str(tmp_path) in row[3] or "<" in row[3].replace("<no value>", "")] == []
    write_index(rows, tmp_path / "now.sqlite3")
    now, committed = MxnetIndex(tmp_path / "now.sqlite3"), MxnetIndex(INDEX_FILE)
    assert len(rows) > 2000
    for owner in {row[0] for row in rows}:
        assert committed.members(owner) == now.members(owner), f"{owner}: run `python -m tests.mxnet_index.make`"
        for entry in now.members(owner):
            assert committed.doc(entry) == now.doc(entry), f"{entry.path}: run `python -m tests.mxnet_index.make`"
