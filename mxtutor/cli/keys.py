"""`mxtutor keys`: all keys of the tutor, with those that the learner has chosen."""

from __future__ import annotations

import click

from mxtutor import paths
from mxtutor.cli.painting import paint
from mxtutor.cli.tutor import KEYS
from mxtutor.reporting.sanitize import json_text
from mxtutor.ui.key_file import TABLES, read_keys
from mxtutor.ui.keys import KeyTable, choose_keys


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def keys(as_json: bool) -> None:
    """List the keys of the tutor, and say how to choose others."""
    file = paths.home() / KEYS
    chosen = read_keys(file)
    choose_keys(chosen)
    if as_json:
        click.echo(json_text({"version": 1, "file": str(file), "screens": [_data(table, chosen) for table in TABLES]}))
        return
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
