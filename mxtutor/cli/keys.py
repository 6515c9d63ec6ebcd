"""`mxtutor keys`: all keys of the tutor, with those that the learner has chosen."""

from __future__ import annotations

import json
from pathlib import Path

import click

from mxtutor.cli.painting import paint
from mxtutor.ui.key_file import TABLES, read_keys
from mxtutor.ui.key_table import KeyTable, choose_keys


def show_keys(file: Path, *, as_json: bool) -> int:
    """Print the keys of each screen, and the names by which `file` changes them; return 0.

    Raises:
        UsageError: the file is wrong.
    """
    chosen = read_keys(file)
    choose_keys(chosen)
    if as_json:
        click.echo(json.dumps({"version": 1, "file": str(file), "screens": [_data(table, chosen) for table in TABLES]}))
        return 0
    wide = max(len(row.names) for table in TABLES for row in table.rows)
    for table in TABLES:
        click.echo(paint(table.title, bold=True))
        for row in table.rows:
            name = table.name_of(row)
            mark = "*" if name in chosen else " "
            click.echo(f"{mark} {row.names:{wide}}  {row.help}{paint(f'  {name}', dim=True) if name else ''}")
        click.echo("")
    click.echo(f"To choose other keys, write lines such as `exercise.check: f5, ctrl+s` into {file}")
    if chosen:
        click.echo("Keys with * are chosen there.")
    return 0


def _data(table: KeyTable, chosen: dict[str, str]) -> dict[str, object]:
    rows = [
        {
            "action": table.name_of(row),
            "keys": row.shown,
            "help": row.help,
            "chosen": table.name_of(row) in chosen,
        }
        for row in table.rows
    ]
    return {"screen": table.id, "title": table.title, "keys": rows}
