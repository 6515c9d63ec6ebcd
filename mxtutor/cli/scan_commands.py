"""The command for a project's code and its arguments."""

from __future__ import annotations

from pathlib import Path

import click

from mxtutor.cli.path_type import PATH

SCAN_CLASSES = click.Choice(
    ["missing", "removed", "behaviour", "composite", "args", "renamed", "same", "unknown", "stop", "arguments"]
)
"""Classes of the truth table, and the classes of effort that a report uses."""


@click.command()
@click.argument("paths", type=PATH, metavar="PATH...", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--out", "outputs", type=PATH, multiple=True, help="Write .json, .md or .html.")
@click.option("--path-out", type=PATH, help="Write the learning path for `mxtutor --path`.")
@click.option("--fail-on", type=SCAN_CLASSES, multiple=True, help="Exit with 1 if a site has this class.")
@click.option("--jobs", type=click.IntRange(1), help="Processes (default: the number of cores).")
@click.pass_context
def scan(
    ctx: click.Context, paths: tuple[Path, ...], as_json: bool, outputs: tuple[Path, ...], path_out: Path | None,
    fail_on: tuple[str, ...], jobs: int | None,
) -> None:  # fmt: skip
    """Scan PyTorch projects for what a move to MXNet needs.

    It says what MXNet has for each call, what will differ, and what to practise.

    A PATH that ends in .json is the report of an earlier scan; several PATHs become one report.
    """
    from mxtutor.cli.scan import scan as scan_paths

    ctx.exit(
        scan_paths(ctx.obj.root, paths, as_json=as_json, outputs=outputs, fail_on=fail_on, path_out=path_out, jobs=jobs)
    )
