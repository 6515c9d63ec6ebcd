"""`mxtutor verify`: which reports of sealed workshops are valid, one line per file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import click

from mxtutor.classroom.fingerprints import content_hash, exercise_hash
from mxtutor.classroom.sealed_report import SealedReport, read_report, workshop_hash
from mxtutor.classroom.sealing import PublicKey, load_key, load_public, server_folder
from mxtutor.classroom.verifying import Expected, Verification, verify
from mxtutor.cli.setup import Setup
from mxtutor.errors import ContentError, UsageError
from mxtutor.reporting.sanitize import clean_line
from mxtutor.typed_paths import expanded

MARKS = {"sealed": "sealed  ", "unsealed": "unsealed", "invalid": "INVALID ", "unreadable": "unread  "}

NO_KEY = "Give its public key with --key; `mxtutor serve key` writes it on the server."


def verify_reports(setup: Setup, files: Sequence[Path], keys: Sequence[Path], *, as_json: bool) -> int:
    """Print a line for each report; return 0 if all are sealed and valid, 1 if one is not, 2 if one cannot be read.

    Raises:
        UsageError: a key cannot be read, or a report is signed and there is none.
        ContentError: the workshop's file is damaged.
    """
    known = _keys(keys)
    expected = _expected(setup)
    now = datetime.now(timezone.utc)
    worst, rows = 0, []
    for file in files:
        try:
            data, report = read_report(file)
        except UsageError as error:
            worst = 2
            row: dict[str, Any] = {"file": str(file), "outcome": "unreadable", "reason": error.message}
            line = clean_line(error.message)
        else:
            if report.signature is not None and not known:
                raise UsageError("There is no key: this machine has run no server.", fix=NO_KEY)
            found = verify(data, report, known, now=now, expected=expected)
            worst = max(worst, 0 if found.outcome == "sealed" else 1)
            row, line = _row(file, report, found), _line(file, report, found)
        rows.append(row)
        if not as_json:
            click.echo(f"{MARKS[row['outcome']]}  {line}")
    if as_json:
        click.echo(json.dumps(rows, indent=1))
    return worst


def _keys(paths: Sequence[Path]) -> list[PublicKey]:
    """Return the keys of the options, or else that of this machine's own server; none if it has run no server."""
    if paths:
        return [load_public(expanded(path)) for path in paths]
    own = load_key(server_folder())
    return [own.public] if own is not None else []


def _expected(setup: Setup) -> Expected | None:
    workshop = setup.workshop
    if workshop is None:
        return None
    course = setup.load_course()
    try:
        hashes = {identity: exercise_hash(course.folder(identity)) for identity in course.exercises}
    except OSError as error:
        raise ContentError(f"{workshop.file}: an exercise cannot be read: {error}.") from error
    return Expected(workshop_hash(workshop), content_hash(hashes))


def _line(file: Path, report: SealedReport, found: Verification) -> str:
    end = report.ended.astimezone(timezone.utc)
    facts = f"{report.learner}, {report.workshop.title}, {report.points:.10g} of {report.of:.10g} points"
    times = f"ended {end:%Y-%m-%d %H:%M} UTC" + ("" if report.in_time else ", late checks not counted")
    reason = f": {found.reason}" if found.reason else ""
    return clean_line(f"{file}: {facts}, {times}{reason}")


def _row(file: Path, report: SealedReport, found: Verification) -> dict[str, Any]:
    return {
        "file": str(file),
        "outcome": found.outcome,
        "reason": found.reason,
        "learner": report.learner,
        "workshop": report.workshop.title,
        "points": report.points,
        "of": report.of,
        "started": report.started.isoformat(),
        "ended": report.ended.isoformat(),
        "in_time": report.in_time,
        "key": report.signature.key if report.signature else "",
    }
