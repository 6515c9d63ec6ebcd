"""What a call left changed, as an answer's process lists it."""

from __future__ import annotations

from typing import Any

import numpy as np

from mxtutor.grading.answer.snapshot import Watcher


def test_many_changes_of_one_kind_hide_no_other_change() -> None:
    watcher = Watcher(lambda _: None, dict, np.ndarray)
    watcher.begin()

    def entry(net: list[Any], settings: dict[str, float]) -> None:
        for array in net:
            array += 1
        settings["rate"] = 2.0

    watcher.watched(entry)([np.zeros(2) for _ in range(40)], {"rate": 1.0})
    assert [(one["argument"], one["place"], one["kind"]) for one in watcher.changes] == [
        ("0", "[0]", "values"),
        ("1", "", "items"),
    ]
