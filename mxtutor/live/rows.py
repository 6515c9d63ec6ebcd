"""Rows of the class store as plain data, for JSON and for learners who ask what is stored about them."""

from __future__ import annotations

import json
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mxtutor.live.tables import EventRow

TIMES = ("at", "sent", "received", "happened")


def row_json(row: EventRow) -> dict[str, Any]:
    """Return every column of a row by its name, times in ISO 8601."""
    data = dict(row.__data__)
    data["mistakes"] = [{"code": code, "name": name} for code, name in json.loads(row.mistakes)]
    return {**data, **{name: time_text(data[name]) for name in TIMES}}


def time_text(seconds: float) -> str:
    """Return a time in ISO 8601, UTC; a number that is no time becomes the nearest one."""
    limited = min(max(seconds, 0.0), 253_402_300_799.0)
    return datetime.fromtimestamp(limited, timezone.utc).isoformat(timespec="milliseconds")
