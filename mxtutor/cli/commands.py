"""Commands and their arguments; the work is done in the module of each command's name."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from mxtutor import __version__
from mxtutor.cli.assess_commands import assess
from mxtutor.cli.class_commands import class_
from mxtutor.cli.dev_commands import dev
from mxtutor.cli.grade_commands import grade, regrade
from mxtutor.cli.options import Isolation
from mxtutor.cli.own_code import try_
from mxtutor.cli.sealed_commands import verify
from mxtutor.cli.serve_commands import serve
from mxtutor.cli.setup import Setup
from mxtutor.errors import UsageError

ON_A_PATH = ("learn", "list", "progress", "check", "watch", "grade", "serve", "assess")
"""Commands that take a workshop or a path: they use its content, and `list`, `progress` and `grade` its exercises."""
DEVICES = click.Choice(["auto", "cpu", "gpu", "standin"])
SCAN_CLASSES = click.Choice(
    ["missing", "removed", "behaviour", "composite", "args", "renamed", "same", "unknown", "stop", "arguments"]
)
"""Classes of the truth table, and the classes of effort that a report uses."""


class TutorGroup(click.Group):
    """`mxtutor` alone, or with an id, is the tutor; anything else is a command."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Take a topic, lesson or exercise id for the hidden command that starts the tutor there."""
        if args and args[0] not in self.commands and _names_content(ctx, args[0]):
            return "learn", self.commands["learn"], args
        return super().resolve_command(ctx, args)


def _names_content(ctx: click.Context, word: str) -> bool:
    if "/" in word:
        return True
    from mxtutor.content.loader import load_course
    from mxtutor.suggest import did_you_mean, nearest

    given = {name: ctx.params.get(name) for name in ("pack", "workshop_file", "path_file")}
    course = load_course(replace(ctx.obj, **given).root)  # the group itself runs later and sets them
    topics = [topic.id for topic in course.topics]
    if word in topics:
        return True
    commands = [c for c in ctx.command.commands if c != "learn"] if isinstance(ctx.command, click.Group) else []
    near = nearest(word, [*commands, *topics], most=1, likeness=0.6)
    hint = did_you_mean(near, "`mxtutor --help` lists the commands.")
    raise UsageError(f"{word!r} is not a command, a topic or an id.", fix=hint)


@click.group(cls=TutorGroup, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="mxtutor %(version)s")
@click.option(
    "--pack", type=click.Path(path_type=Path), help="Teach the pack in this folder instead of mxtutor's own content."
)
@click.option(
    "--workshop", "workshop_file", type=click.Path(path_type=Path), help="Run the workshop that this file describes."
)
@click.option(
    "--path",
    "path_file",
    type=click.Path(path_type=Path),
    help="Learn on this path: its file, or its name in the course.",
)
@click.pass_context
def cli(ctx: click.Context, pack: Path | None, workshop_file: Path | None, path_file: Path | None) -> None:
    """Learn MXNet (Gluon) from the PyTorch you know. Without a command: the tutor, where you stopped."""
    setup: Setup = ctx.obj
    setup.pack, setup.workshop_file, setup.path_file = pack, workshop_file, path_file
    command = ctx.invoked_subcommand
    if command is not None and command not in ON_A_PATH and (workshop_file or path_file):
        raise UsageError(
            f"`{command}` takes no {'--workshop' if workshop_file else '--path'}.",
            fix=f"Only the tutor, {', '.join(ON_A_PATH[1:-1])} and {ON_A_PATH[-1]} do.",
        )
    if command is None:
        ctx.exit(_learn(setup, None))


def _learn(setup: Setup, start_at: str | None) -> int:
    from mxtutor.cli.tutor import start_tutor

    return start_tutor(setup.root, start_at, setup.workshop)


@cli.command(hidden=True)
@click.argument("start_at")
@click.pass_context
def learn(ctx: click.Context, start_at: str) -> None:
    """Start the tutor at a topic, a lesson or an exercise."""
    ctx.exit(_learn(ctx.obj, start_at))


@cli.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def list_(ctx: click.Context, as_json: bool) -> None:
    """Show the exercises with your status."""
    from mxtutor.cli.progress import list_exercises

    ctx.exit(list_exercises(ctx.obj.load_course(), as_json))


@cli.command()
@click.argument("exercise", metavar="ID")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.option("--seed", type=click.IntRange(0), help="Draw the inputs of this seed again.")
@click.option("--device", type=DEVICES, default="auto", show_default=True, help="Where answers run.")
@click.option("--isolation", type=Isolation(), default="on", show_default=True, help="Confine the answer.")
@click.option("--explain", is_flag=True, help="Explain a known mistake at the first miss, too.")
@click.pass_context
def check(
    ctx: click.Context,
    exercise: str,
    file: Path,
    as_json: bool,
    seed: int | None,
    device: str,
    isolation: str,
    explain: bool,
) -> None:
    """Grade the answer in FILE to exercise ID. As FILE, "-" reads standard input."""
    from mxtutor.cli.check import check_answer

    ctx.exit(
        check_answer(
            ctx.obj.root,
            exercise,
            file,
            as_json=as_json,
            seed=seed,
            device=device,
            confined=isolation == "on",
            explain=explain,
            make_grader=ctx.obj.make_grader,
        )
    )


@cli.command()
@click.argument("folder", type=click.Path(path_type=Path), metavar="[DIR]", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print each report as one line of JSON.")
@click.option("--device", type=DEVICES, default="auto", show_default=True, help="Where answers run.")
@click.option("--isolation", type=Isolation(), default="on", show_default=True, help="Confine the answers.")
@click.option("--explain", is_flag=True, help="Explain a known mistake at the first miss, too.")
@click.pass_context
def watch(ctx: click.Context, folder: Path | None, as_json: bool, device: str, isolation: str, explain: bool) -> None:
    """Check each answer when an editor saves it. DIR is by default the folder of your own answers."""
    from mxtutor.cli.watch import watch_answers

    ctx.exit(
        watch_answers(
            ctx.obj.root, folder, as_json=as_json, device=device, confined=isolation == "on", explain=explain,
            make_grader=ctx.obj.make_grader,
        )
    )  # fmt: skip


cli.add_command(class_)
cli.add_command(grade)
cli.add_command(regrade)
cli.add_command(serve)
cli.add_command(verify)
cli.add_command(try_)
cli.add_command(assess)


@cli.command()
@click.argument("action", type=click.Choice(["status", "stop"]), default="status")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def grader(ctx: click.Context, action: str, as_json: bool) -> None:
    """Show the grader that all commands and tutors share, or stop it."""
    from mxtutor.cli.grader import show_graders, stop_graders

    ctx.exit(stop_graders() if action == "stop" else show_graders(as_json=as_json))


@cli.command()
@click.argument("query")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def lookup(ctx: click.Context, query: str, as_json: bool) -> None:
    """Show the MXNet form of a torch name, or the other way round.

    QUERY is a name, an operator, words, or a line of code in quotes.
    """
    from mxtutor.cli.lookup import look_up

    ctx.exit(look_up(ctx.obj.root, query, as_json))


@cli.command()
@click.argument("paths", type=click.Path(path_type=Path), metavar="PATH...", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--out", "outputs", type=click.Path(path_type=Path), multiple=True, help="Write .json, .md or .html.")
@click.option("--path-out", type=click.Path(path_type=Path), help="Write the learning path for `mxtutor --path`.")
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


@cli.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def progress(ctx: click.Context, as_json: bool) -> None:
    """Show what you have done. With the path of a scan, also show the share of its call sites that you practised."""
    from mxtutor.cli.progress import show_progress

    ctx.exit(show_progress(ctx.obj.load_course(), ctx.obj.workshop, as_json))


@cli.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.pass_context
def export(ctx: click.Context, file: Path) -> None:
    """Write all attempts and answers to FILE. It ends in .json, or in .zip for answers as modules."""
    from mxtutor.cli.progress import export_progress

    ctx.exit(export_progress(file))


@cli.command()
@click.argument("what", metavar="[ID|TOPIC|all]")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.pass_context
def reset(ctx: click.Context, what: str, yes: bool) -> None:
    """Start an exercise, a topic or everything over. Attempts are kept."""
    from mxtutor.cli.progress import reset_progress

    ctx.exit(reset_progress(ctx.obj.root, what, yes=yes))


@cli.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def doctor(ctx: click.Context, as_json: bool) -> None:
    """Show what works here and how to fix what does not."""
    from mxtutor.cli.doctor import show_health

    ctx.exit(show_health(ctx.obj.root, as_json))


@cli.command()
@click.option("--epochs", type=click.IntRange(1, 100), default=10, show_default=True, help="Counted epochs, each.")
@click.option("--threads", type=click.IntRange(1), default=1, show_default=True, help="Threads for each framework.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def race(ctx: click.Context, epochs: int, threads: int, as_json: bool) -> None:
    """Compare the speed of both frameworks on this machine. They train the MLP of the migration guides."""
    from mxtutor.cli.race import run_race

    ctx.exit(run_race(epochs, threads, as_json))


cli.add_command(dev)


@cli.group()
def workshop() -> None:
    """For instructors: prepare a workshop."""


@workshop.command("bundle")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option("--workshop", "workshop_file", type=click.Path(path_type=Path), help="Put this workshop into the bundle.")
@click.pass_context
def workshop_bundle(ctx: click.Context, folder: Path, workshop_file: Path | None) -> None:
    """Make a folder that sets laptops up without network. They must be like this machine."""
    from mxtutor.cli.workshop import bundle_workshop, refuse_pack

    refuse_pack(ctx.obj.pack)
    ctx.exit(bundle_workshop(ctx.obj.root, folder, workshop_file))
