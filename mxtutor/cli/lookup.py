"""`mxtutor lookup`: finds the rows of the truth table for a name of torch or MXNet."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import click

from mxtutor.cli.painting import paint, tell, wrapped
from mxtutor.cli.setup import Setup
from mxtutor.content.lookup import Lookup, Match
from mxtutor.content.truth import load_truth
from mxtutor.content.truth_rows import CLASS_WORDS, Truth
from mxtutor.errors import UsageError
from mxtutor.reporting.sanitize import json_text
from mxtutor.session.rules import rules_of
from mxtutor.suggest import shortened

COLOURS = {
    "same": "green",
    "renamed": "cyan",
    "args": "yellow",
    "behaviour": "red",
    "composite": "magenta",
    "missing": "red",
    "removed": "red",
}
FULL = 3
"""Maximum number of rows that are shown in full."""
SHORT = 12
"""Maximum number of rows that are shown with forms and notes; of more rows, one line each is shown."""
INDENT = " " * 9
"""Indentation of text that has no label."""


@click.command()
@click.argument("query")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_obj
def lookup(setup: Setup, query: str, as_json: bool) -> int:
    """Show the MXNet form of a torch name, or the other way round.

    QUERY is a name, an operator, words, or a line of code in quotes.
    """
    if not query.strip():
        raise UsageError("A name is needed.", fix="`mxtutor lookup torch.acos`, for example.")
    if not rules_of(setup.workshop).screen("lookup"):
        raise UsageError("A sealed workshop has no look-up.", fix="Leave --workshop out when it is over.")
    table = Lookup.over(load_truth(setup.root))
    meant = table.spelled(query)
    matches = table.matches(meant)
    found = [match.row for match in matches]
    if as_json:
        payload = {
            "query": query.encode(errors="replace").decode(),  # an argument that is not UTF-8 cannot be printed
            "meant": meant if meant != query else "",
            "matches": [{**m.row.to_json(), "asked": m.name} for m in matches],
            "near": [] if found else table.near(query),
        }
        click.echo(json_text(payload))
    elif found:
        other = f"{shortened(query)!r} is not in the table: this is about {meant!r}." if meant != query else ""
        if first := other or symbolic(matches, query):
            click.echo("\n".join(wrapped(first)) + "\n")
        full, lines = len(found) <= FULL, len(found) > SHORT
        for number, row in enumerate(found):
            shown = [line_of(row)] if lines else list(row_lines(row) if full else short_lines(row))
            for line in [""] * (bool(number) and not lines) + shown:
                click.echo(line)
        if not full:
            click.echo("\n" + "\n".join(wrapped("`mxtutor lookup` with one name shows all about it.")))
    if not found:
        tell(f"{shortened(query)!r} is not in the table. {table.unknown(query)}")
    return 0 if found else 1


def symbolic(matches: Sequence[Match], query: str) -> str:
    """Return a note for a query about an operator of `mx.sym` that rows of `mx.nd` answer; else an empty text."""
    asked = re.search(r"\bsym(?:bol)?\.([\w.]+)", query)
    ends = (f"nd.{asked[1]}", f"NDArray.{asked[1]}") if asked else ()
    if asked is None or not any(match.name.endswith(ends) for match in matches):
        return ""
    return f"`mx.sym.{asked[1]}` is the operator `nd.{asked[1]}` for Symbols, with the same arguments and `name=`."


def row_lines(row: Truth) -> Iterator[str]:
    """Yield a row as lines: names, class, forms, what is true, what to do, where it is taught."""
    also = f"; also for {', '.join(row.also)}" if row.also else ""
    yield _head(row)
    meaning = "a name of MXNet's older API" if row.is_mxnet else CLASS_WORDS[row.kind]
    yield paint("\n".join(wrapped(f"{meaning}{also}", INDENT)), dim=True)
    yield from _form("torch", row.torch_form)
    for family, form in row.forms:
        yield from _form(family, form)
    yield from wrapped(row.note, INDENT)
    for text in row.advice:
        yield from wrapped(text, INDENT)
    for number, demo in enumerate(row.demos):
        if not number:
            yield paint(f"{INDENT}the difference, as it runs:", dim=True)
        yield from _form("torch", _shown(demo.torch, demo.torch_gives))
        yield from _form(demo.side, _shown(demo.mxnet, demo.mxnet_gives))
    if row.exercise:
        yield paint(f"{INDENT}mxtutor {row.exercise}", fg="blue")
    yield paint("\n".join(wrapped(row.proof_summary, INDENT)), dim=True)


def short_lines(row: Truth) -> Iterator[str]:
    """Yield the name of a row, its forms and its note."""
    yield _head(row)
    for family, form in row.forms:
        yield from _form(family, form)
    yield from wrapped(row.note, INDENT)


def line_of(row: Truth) -> str:
    """Return the name, the class and the first line of the form of a row."""
    form = (row.mxnet_nd or row.mxnet_np).partition("\n")
    return f"{_head(row)}  {form[0]}{' ...' if form[1] else ''}".rstrip()


def _head(row: Truth) -> str:
    return f"{paint(row.torch, bold=True)}  {paint(row.kind, fg=COLOURS[row.kind], bold=True)}"


def _shown(code: str, gives: str) -> str:
    """Return code with its result as a comment after the last line."""
    return f"{code}  # {gives}"


def _form(family: str, form: str) -> Iterator[str]:
    """Yield a form with its family before the first line; "nothing" where there is no form."""
    for number, line in enumerate(form.splitlines() or ["nothing"]):
        label = "" if number else family
        shown = paint(line, fg="cyan") if form and line else line
        yield f"  {paint(label, bold=True)}{' ' * (7 - len(label))}{shown}".rstrip()
