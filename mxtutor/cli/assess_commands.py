"""The commands `assess` and `assess merge` and their arguments."""

from __future__ import annotations

from pathlib import Path

import click

from mxtutor.cli.path_type import PATH

USUAL_MINUTES = 20.0


@click.group(invoke_without_command=True)
@click.option("--path", "path_file", type=PATH, help="Ask about the exercises of this learning path.")
@click.option("--scan", "scanned", type=PATH, help="Ask about a project: its folder, or the JSON report of a scan.")
@click.option(
    "--minutes",
    type=click.FloatRange(5, 120),
    default=USUAL_MINUTES,
    show_default=True,
    help="Time for the whole test; 10 to 30 is usual.",
)
@click.option("--name", default="", help="Your name in the report, for the table of a team.")
@click.option("--out", "outputs", type=PATH, multiple=True, help="Write the report as .json, .md or .html.")
@click.option("--path-out", type=PATH, help="Write what to study as a learning path for `mxtutor --path`.")
@click.option("--last", is_flag=True, help="Show the report of your last finished test again; ask nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print the report of your last finished test as JSON.")
@click.pass_context
def assess(
    ctx: click.Context,
    path_file: Path | None,
    scanned: Path | None,
    minutes: float,
    name: str,
    outputs: tuple[Path, ...],
    path_out: Path | None,
    last: bool,
    as_json: bool,
) -> None:
    """Test what you can do in MXNet, before a migration.

    The report says what you can do by topic, and what to study. The test adapts to your answers, gives no help, and
    continues where it was interrupted.
    """
    if ctx.invoked_subcommand is not None:
        return
    from mxtutor.cli.assess import Wanted, assess_learner

    wanted = Wanted(path_file, scanned, minutes, name, outputs, path_out, last or as_json, as_json)
    ctx.exit(assess_learner(ctx.obj, wanted))


@assess.command("merge")
@click.argument("files", type=PATH, metavar="FILE...", nargs=-1, required=True)
@click.option("--out", "outputs", type=PATH, multiple=True, help="Write .json, .md, .html or .csv.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def assess_merge(ctx: click.Context, files: tuple[Path, ...], outputs: tuple[Path, ...], as_json: bool) -> None:
    """Make a table for a team from the JSON reports of its members."""
    from mxtutor.cli.assess import merge_reports

    ctx.exit(merge_reports(files, outputs, as_json=as_json))
