"""The commands for classes and their arguments: `grade` with its parts, and `regrade`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mxtutor.cli.options import PATH, Isolation

if TYPE_CHECKING:
    from mxtutor.cli.outputs import Outputs

OUT = click.option(
    "--out", "files", type=PATH, multiple=True,
    help="Write .html, .csv, .json, .jsonl, .moodle.csv or .canvas.csv; may be repeated.",
)  # fmt: skip
FEEDBACK = click.option(
    "--feedback", type=PATH, metavar="DIR", help="Write a page per learner into this folder, or a .zip for Moodle."
)
ROSTER = click.option("--roster", type=PATH, help="CSV file of the class: who handed in nothing, and who is who.")
JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
ONLY = click.option("--only", multiple=True, metavar="ID|TOPIC", help="This exercise or topic only; may be repeated.")
JOBS = click.option("--jobs", type=click.IntRange(1), help="Answers that run at once (default: the number of cores).")
ISOLATION = click.option("--isolation", type=Isolation(), default="on", show_default=True, help="Confine each answer.")


def _outputs(
    files: tuple[Path, ...], feedback: Path | None = None, roster: Path | None = None, *, as_json: bool = False
) -> Outputs:
    from mxtutor.cli.outputs import Outputs

    return Outputs(files, feedback, as_json, roster)


class _Shard(click.ParamType[tuple[int, int]]):
    """A part of a class: 3/20."""

    name = "I/N"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        """Return the part's number, from 1, and the number of parts."""
        if isinstance(value, tuple):
            return value[0], value[1]
        first, _, last = str(value).partition("/")
        if first.isdecimal() and last.isdecimal() and 1 <= int(first) <= int(last) <= 10_000:
            return int(first), int(last)
        raise click.BadParameter(f"{value!r} is not a part such as 3/20.", ctx, param)


class GradeGroup(click.Group):
    """`mxtutor grade DIR` grades a folder; `merge`, `override`, `names` and `gradescope` are commands of their own.

    A folder with such a name is given as ./merge.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take everything but the name of a command for the arguments of grading a folder."""
        return super().parse_args(ctx, args if args and args[0] in self.commands else ["folder", *args])

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands, without the one that has no name for users."""
        return [name for name in super().list_commands(ctx) if not self.commands[name].hidden]


@click.group(cls=GradeGroup, add_help_option=False)
def grade() -> None:
    """Grade a class: a folder, or a download of Moodle or Canvas."""


class _Folder(click.Command):
    """The command without a name: its help shows the others."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Call the command what users call it."""
        return super().make_context("" if parent else info_name, args, parent, **extra)

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Show how to call the command."""
        formatter.write_usage(ctx.command_path.strip(), " ".join(self.collect_usage_pieces(ctx)))

    def format_epilog(self, _: click.Context, formatter: click.HelpFormatter) -> None:
        """Show the commands that work on a graded class."""
        with formatter.section("Commands of their own (`mxtutor grade COMMAND --help`)"):
            rows = [(name, one.get_short_help_str(90)) for name, one in grade.commands.items() if not one.hidden]
            formatter.write_dl(rows)


@grade.command("folder", cls=_Folder, hidden=True)
@click.argument("folder", type=PATH, metavar="DIR")
@JOBS
@OUT
@JSON
@ROSTER
@FEEDBACK
@ONLY
@click.option("--accept-suggested", "accept", is_flag=True, help="Take a file for the answer that its name suggests.")
@click.option(
    "--shard", type=_Shard(), help="Grade one part of the class, such as 3/20; `grade merge` joins the parts."
)
@click.option("--anonymous", is_flag=True, help="Show stable ids instead of names in everything that is written.")
@click.option(
    "--key", type=PATH, help="With --anonymous: the file of the key for the ids (default: beside the output)."
)
@click.option("--fresh", is_flag=True, help="Grade unchanged answers again, too.")
@click.option("--seed", type=click.IntRange(0), help="Draw the inputs of this seed (default: a secret one).")
@ISOLATION
@click.option(
    "--local-cluster", type=click.IntRange(1, 256), metavar="N", help="Grade with N Dask workers on this machine."
)
@click.option("--scheduler", metavar="ADDRESS", help="Grade on a Dask cluster: address or file of its scheduler.")
@click.option("--tls-ca", type=PATH, help="With --scheduler tls://...: the certificate authority of the cluster (PEM).")
@click.option("--tls-cert", type=PATH, help="With --tls-ca: your certificate (PEM).")
@click.option("--tls-key", type=PATH, help="With --tls-ca: the key of your certificate (PEM).")
@click.pass_context
def folder_(
    ctx: click.Context, /, isolation: str, files: tuple[Path, ...], feedback: Path | None, roster: Path | None,
    as_json: bool, local_cluster: int | None, scheduler: str | None, tls_ca: Path | None, tls_cert: Path | None,
    tls_key: Path | None, **options: Any,
) -> None:  # fmt: skip
    """Grade a class: a folder, or a download of Moodle or Canvas.

    DIR holds a folder or a .zip per learner, or it is such a download. The results also go to a .jsonl file beside the
    first output, as they arrive: the same command continues an interrupted grading, and does not grade unchanged
    answers again.
    """
    from mxtutor.cli.grade import GradeOptions, grade_class
    from mxtutor.cli.grade_cluster import ClusterOptions
    from mxtutor.cli.workshop import workshop_rules

    cluster = ClusterOptions(scheduler, local_cluster, tls_ca, tls_cert, tls_key)
    outputs = _outputs(files, feedback, roster, as_json=as_json)
    chosen = GradeOptions(**options, **workshop_rules(ctx.obj), outputs=outputs, cluster=cluster)
    ctx.exit(grade_class(ctx.obj.root, chosen, confined=isolation == "on", make_grader=ctx.obj.make_grader))


@grade.command()
@click.argument("parts", nargs=-1, required=True, type=PATH, metavar="FILE...")
@OUT
@ROSTER
@click.option("--mixed", is_flag=True, help="Merge parts that were graded with other versions or other content.")
@click.pass_context
def merge(
    ctx: click.Context, parts: tuple[Path, ...], files: tuple[Path, ...], roster: Path | None, mixed: bool
) -> None:
    """Join the .jsonl files of parts of a class."""
    from mxtutor.cli.graded import merge_parts

    if not files:
        raise click.UsageError("Missing option '--out'.")
    ctx.exit(merge_parts(parts, _outputs(files, roster=roster), mixed=mixed))


@grade.command()
@click.argument("file", type=PATH)
@click.argument("learner")
@click.argument("exercise", metavar="EXERCISE")
@click.argument(
    "verdict", required=False, type=click.Choice(["right", "wrong", "error", "timeout", "crash"])
)  # not broken: that is a failure of mxtutor
@click.option("--points", type=click.FloatRange(0), help="Points of this answer, instead of those of its verdict.")
@click.option("--reason", default="", help="Why; all readers of the results see it.")
@click.option("--undo", is_flag=True, help="Take the verdict and the points back.")
@OUT
@click.pass_context
def override(ctx: click.Context, /, file: Path, files: tuple[Path, ...], **given: Any) -> None:
    """Set the verdict or the points of an answer in a .jsonl FILE yourself, with a reason."""
    from mxtutor.cli import graded

    ctx.exit(graded.override(file, outputs=_outputs(files), **given))


@grade.command()
@click.argument("file", type=PATH)
@OUT
@FEEDBACK
@ROSTER
@JSON
@click.pass_context
def show(
    ctx: click.Context, file: Path, files: tuple[Path, ...], feedback: Path | None, roster: Path | None, as_json: bool
) -> None:
    """Write the results of a .jsonl FILE in other forms, without grading."""
    from mxtutor.cli.graded import show_results

    ctx.exit(show_results(file, _outputs(files, feedback, roster, as_json=as_json)))


@grade.command()
@click.argument("folder", type=PATH, metavar="DIR")
@click.option("--key", type=PATH, required=True, help="The file of the key that --anonymous made.")
@click.pass_context
def names(ctx: click.Context, folder: Path, key: Path) -> None:
    """Print which learner of DIR has which id, as CSV."""
    from mxtutor.cli.graded import print_names

    ctx.exit(print_names(ctx.obj.root, folder, key))


@grade.command()
@click.argument("folder", type=PATH, metavar="DIR")
@ONLY
@click.option(
    "--points", type=click.FloatRange(0, min_open=True), help="For each one (default: the workshop's points, or 1)."
)
@ISOLATION
@click.pass_context
def gradescope(ctx: click.Context, folder: Path, only: tuple[str, ...], points: float | None, isolation: str) -> None:
    """Write an autograder for Gradescope into the new folder DIR."""
    from mxtutor.cli.gradescope import write_autograder
    from mxtutor.cli.workshop import workshop_rules

    rules = workshop_rules(ctx.obj)
    ctx.exit(write_autograder(ctx.obj.root, folder, only, points=points, confined=isolation == "on", **rules))


@grade.command("gradescope-run", hidden=True)
@click.argument("base", type=PATH, metavar="DIR")
@click.pass_context
def gradescope_run(ctx: click.Context, base: Path) -> None:
    """Grade the submission below DIR (/autograder) and write its results.json."""
    from mxtutor.cli.gradescope import run_autograder

    ctx.exit(run_autograder(ctx.obj.root, base, make_grader=ctx.obj.make_grader))


@click.command()
@click.argument("file", type=PATH)
@ONLY
@OUT
@FEEDBACK
@ROSTER
@JSON
@JOBS
@ISOLATION
@click.pass_context
def regrade(
    ctx: click.Context, file: Path, isolation: str, files: tuple[Path, ...], feedback: Path | None,
    roster: Path | None, as_json: bool, only: tuple[str, ...], jobs: int | None,
) -> None:  # fmt: skip
    """Grade a class again, and list the verdicts that changed.

    Use it after the content or mxtutor changed.
    FILE is the .jsonl that `mxtutor grade` wrote. Answers whose exercise did not change are not graded again. Where
    names are hidden, FILE holds no answers: run the `mxtutor grade` that made it again.
    """
    from mxtutor.cli.graded import regrade_class

    setup = ctx.obj
    root = setup.root if setup.pack or setup.workshop_file or setup.path_file else None
    outputs = _outputs(files, feedback, roster, as_json=as_json)
    confined = isolation == "on"
    ctx.exit(regrade_class(root, file, outputs, only, jobs, confined=confined, make_grader=setup.make_grader))
