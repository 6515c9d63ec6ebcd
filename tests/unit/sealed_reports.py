"""Reports of sealed workshops for tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mxtutor.classroom.sealed_report import KIND, file_form
from mxtutor.classroom.sealing import SigningKey, sign


def report(**changes: Any) -> dict[str, Any]:
    """Return a plausible report of two exercises, unsigned, with changes of its fields."""
    return {
        "version": 1,
        "kind": KIND,
        "learner": "ana",
        "workshop": {"title": "Examination", "hash": "a" * 64},
        "content": "b" * 64,
        "mxtutor": "0.3.0",
        "started": "2026-11-20T09:00:00+00:00",
        "ended": "2026-11-20T09:30:00+00:00",
        "ending": "learner",
        "in_time": True,
        "parts": [
            {
                "title": "Names",
                "minutes": 30.0,
                "opened": "2026-11-20T09:00:05+00:00",
                "seconds": 1200.0,
                "late_checks": 0,
            }
        ],
        "exercises": [
            {
                "exercise": "tensors/arccos",
                "part": "Names",
                "verdict": "right",
                "attempts": 2,
                "first_try": False,
                "seconds": 600.5,
                "seeds": [71, 90125],
                "points": 1.0,
                "of": 1.0,
            },
            {
                "exercise": "tensors/flip",
                "part": "Names",
                "verdict": None,
                "attempts": 0,
                "first_try": False,
                "seconds": 0.0,
                "seeds": [],
                "points": 0.0,
                "of": 2.5,
            },
        ],
        "points": 1.0,
        "of": 3.5,
        "sealed": True,
        "why": "A server ran the workshop.",
        "signed": "2026-11-20T09:30:01+00:00",
        **changes,
    }


def signed_file(path: Path, key: SigningKey, **changes: Any) -> Path:
    """Write a signed report and return its file."""
    path.write_bytes(file_form(sign(report(**changes), key)))
    return path
