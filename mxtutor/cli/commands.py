"""The table of mxtutor's commands, whose modules are imported when they are used, and the tutor itself."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from mxtutor import __version__
from mxtutor.cli.options import PATH
from mxtutor.cli.run import drop_output
from mxtutor.cli.setup import Setup
from mxtutor.errors import UsageError

SECTIONS = {
    "Learn": {
        "list": ("progress", "Show the exercises with your status."),
        "show": ("show", "Print the task of an exercise, or the text of a lesson."),
        "check": ("check", "Grade the answer in FILE to exercise ID."),
        "watch": ("watch", "Check each answer when an editor saves it."),
        "progress": ("progress", "Show what you have done."),
        "review": ("progress", "Show what is due for review, and your mistakes."),
        "export": ("progress", "Write all attempts and answers to FILE."),
        "import": ("progress", "Add an export to your progress."),
        "reset": ("progress", "Start an exercise, a topic or everything over."),
        "keys": ("keys", "List the keys of the tutor, and say how to choose others."),
        "doctor": ("doctor", "Show what works here and how to fix what does not."),
        "grader": ("grader", "Show the grader that all commands and tutors share, or stop it."),
    },
    "Migrate": {
        "lookup": ("lookup", "Show the MXNet form of a torch name, or the other way round."),
        "scan": ("scan", "Scan PyTorch projects for what a move to MXNet needs."),
        "assess": ("assess", "Test what you can do in MXNet, before a migration."),
        "try": ("own_code", "Make an exercise of your own torch function or Module."),
        "race": ("race", "Compare the speed of both frameworks on this machine."),
    },
    "Teach": {
        "workshop": ("class_commands", "Prepare a workshop: set laptops up without network."),
        "serve": ("class_commands", "Show the tutor in browsers, to yourself or to a class."),
        "links": ("class_commands", "Make links for the learners of a class."),
        "class": ("class_commands", "Watch a class at work: who is stuck, and who asks for help."),
        "grade": ("graded", "Grade a class: a folder, or a download of Moodle or Canvas."),
        "regrade": ("graded", "Grade a class again, and list the verdicts that changed."),
    },
    "Author": {"dev": ("dev", "Prove the content, or start a new exercise.")},
}
"""Module and help text of each command, so that `mxtutor --help` need not import the modules.

In its module, the command has its own name, with `_` appended if that name has another meaning in Python.
"""
MODULES = {name: module for section in SECTIONS.values() for name, (module, _) in section.items()}
_NOT_SIGNED = (
    "Reports have no signatures any more, so there is no key and nothing to verify.",
    "Use the reports that `mxtutor serve` keeps in `reports/` in the folder of the homes.",
)
_TLS = ("The keys of a cluster are in Dask's configuration now.", "docs/class.md shows how to name them.")
_SERVED = (
    "`class --listen` is now a part of `mxtutor serve`.",
    "Run `mxtutor serve --no-browser` with the same options, or without --no-browser to show the tutor, too.",
)
_MUTANTS = (
    "`dev check --mutants` has no JSON and no rate to choose any more.",
    "Leave {} out: it ends with 1 if too many changed answers of a topic pass.",
)
_FOLDER = ("`regrade` reads no folder any more.", "Grade the folder again: mxtutor grade DIR --out FILE")
OLD = {
    ("verify", ""): _NOT_SIGNED,
    ("serve", "key"): _NOT_SIGNED,
    ("serve", "links"): ("`serve links` is now `mxtutor links`.", "Run: mxtutor links ROSTER"),
    ("class", "tokens"): ("`class tokens` is now `mxtutor links`.", "Run: mxtutor links ROSTER"),
    **{("class", option): _SERVED for option in ("--listen", "--host", "--port")},
    **{("dev", option): (_MUTANTS[0], _MUTANTS[1].format(option)) for option in ("--json", "--least")},
    **{("regrade", option): _FOLDER for option in ("--from", "--key")},
    **{("grade", f"--tls-{kind}"): _TLS for kind in ("ca", "cert", "key")},
}
"""For commands of earlier releases, with the word or option after them: what has become of them, and what to do."""


class TutorGroup(click.Group):
    """The group `mxtutor`: without arguments or with an id it starts the tutor; commands are imported when used."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click asks with a context
        return sorted({*MODULES, *self.commands})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in MODULES and cmd_name not in self.commands:
            module = import_module(f"mxtutor.cli.{MODULES[cmd_name]}")
            command: click.Command = getattr(module, f"{cmd_name}_", None) or getattr(module, cmd_name)
            _add_content_options(command)
            self.add_command(command)
        return super().get_command(ctx, cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's
        """Write the commands by use, and what they do, without importing their modules."""
        longest = max(map(len, MODULES))
        for title, section in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(longest), about) for name, (_, about) in section.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Resolve a topic, lesson or exercise id to the hidden command that starts the tutor there.

        Raises:
            UsageError: a command or an option of an earlier release; the message says what replaces it.
        """
        for word in ("", *(one.partition("=")[0] for one in args[1:2] + [one for one in args if one.startswith("--")])):
            if args and (args[0], word) in OLD:
                why, fix = OLD[args[0], word]
                raise UsageError(why, fix=fix)
        if args and args[0] not in self.list_commands(ctx) and _names_content(ctx, args[0]):
            return "learn", self.commands["learn"], args
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; exit with 0 if no program reads its output any more, as in `mxtutor list | head`."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # click would exit with 1, which means "not right"
            drop_output()
            ctx.exit(0)


CONTENT = (
    ("--workshop", "workshop_file", "Run the workshop that this file describes, with its content."),
    ("--path", "path_file", "Learn on this path: its file, or its name in the course."),
    ("--pack", "pack", "Use the pack in this folder instead of mxtutor's own content."),
)
"""The options that select the content; allowed before and after every command."""


def _add_content_options(command: click.Command) -> None:
    """Add the options of `CONTENT` to a command and its subcommands."""
    for below in getattr(command, "commands", {}).values():
        _add_content_options(below)
    for option, name, about in CONTENT:
        command.params.append(click.Option([option, name], type=PATH, expose_value=False, callback=_keep, help=about))


def _keep(ctx: click.Context, option: click.Parameter, given: Path | None) -> None:
    """Store the selected content; an option after the command overrides one before it."""
    if given is not None and option.name:
        setattr(ctx.obj, option.name, given)


def _names_content(ctx: click.Context, word: str) -> bool:
    if "/" in word:
        return True
    from mxtutor.content.loader import load_course
    from mxtutor.suggest import did_you_mean, nearest

    course = load_course(replace(ctx.obj).root)  # a copy, because options after the command are not parsed yet
    topics = [topic.id for topic in course.topics]
    if word in topics:
        return True
    near = nearest(word, [*MODULES, *topics], most=1, likeness=0.6)
    hint = did_you_mean(near, "`mxtutor --help` lists the commands.")
    raise UsageError(f"{word!r} is not a command, a topic or an id.", fix=hint)


@click.group(cls=TutorGroup, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="mxtutor %(version)s")
@click.option("--plain", is_flag=True, help="Run the tutor line by line, for screen readers and pipes.")
@click.pass_context
def cli(ctx: click.Context, plain: bool) -> None:
    """Learn MXNet (Gluon) from the PyTorch you know. Without a command: the tutor, where you stopped.

    `--workshop`, `--path` and `--pack` may stand before a command or after it; every command takes them.
    """
    setup: Setup = ctx.obj
    setup.plain = plain
    command = ctx.invoked_subcommand
    if plain and command not in (None, "learn", "assess"):
        fix = "The tutor and `assess` do; the other commands print lines anyway."
        raise UsageError(f"`{command}` takes no --plain.", fix=fix)
    if command is None:
        ctx.exit(_learn(setup, None))


def _learn(setup: Setup, start_at: str | None) -> int:
    if setup.plain:
        from mxtutor.cli.plain import start_plain

        return start_plain(setup, start_at)
    from mxtutor.cli.tutor import start_tutor

    return start_tutor(setup.root, start_at, setup.workshop)


@cli.command(hidden=True)
@click.argument("start_at")
@click.option("--plain", is_flag=True, help="Run the tutor line by line.")
@click.pass_context
def learn(ctx: click.Context, start_at: str, plain: bool) -> None:
    """Start the tutor at a topic, a lesson or an exercise."""
    ctx.obj.plain = ctx.obj.plain or plain
    ctx.exit(_learn(ctx.obj, start_at))


_add_content_options(cli)
