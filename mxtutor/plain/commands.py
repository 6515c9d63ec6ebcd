"""The commands of plain mode with their help, and the response to an unknown command."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from mxtutor.suggest import did_you_mean, nearest
from mxtutor.syntax import parse


@dataclass(frozen=True, slots=True)
class Command:
    """One command, as help lists it."""

    name: str
    about: str
    """Description; completes "NAME ARGUMENT: ..."."""
    argument: str = ""
    other_names: tuple[str, ...] = ()
    """Synonyms; never a letter that names an option of a question."""


COMMANDS = (
    Command("help", "says what can be typed here; with a command, what it does", "COMMAND", ("?",)),
    Command("where", "says where you are, and the last verdict"),
    Command("next", "goes on: to the next exercise or lesson", other_names=("n", "continue")),
    Command("back", "goes back: to the lesson, then to the course"),
    Command("list", "lists topics; with a topic its lessons and exercises; `list todo` what is not done", "TOPIC"),
    Command("open", "opens an exercise, a lesson or a topic, by its id or its number in the last list", "ID"),
    Command("lookup", "says the MXNet form of a torch name, or the torch form of an MXNet name", "NAME"),
    Command("progress", "says what you have done, as statistics does"),
    Command("paths", "lists the learning paths; `path NAME` follows one"),
    Command("path", "follows a learning path", "NAME"),
    Command("due", "lists the exercises that are due for review"),
    Command("review", "begins a review: the longest due, one of the list, or any solved exercise", "ID"),
    Command("mistakes", "lists the mistakes that mxtutor named in your answers"),
    Command("statistics", "says attempts, first tries, hints and time by topic"),
    Command("placement", "asks at most eight questions, and marks what you know already"),
    Command("join", "joins the class of the workshop; `join no` declines it", "NAME"),
    Command("workshop", "reads the greeting, the parts and the rules of the workshop"),
    Command("time", "says what time is used or left in each part of the workshop"),
    Command("end", "ends a sealed workshop, after a question; after its end, reads the report"),
    Command("quit", "ends mxtutor; everything is kept", other_names=("q", "exit")),
    Command("more", "reads the next part of the lesson; so does an empty line"),
    Command("all", "reads the rest of the lesson"),
    Command("run", "runs the code that was read last; in an exercise, your draft beside the reference"),
    Command("again", "reads the part of the lesson again"),
    Command("task", "reads the task again"),
    Command("code", "takes a new answer line by line; a line with a dot alone, or Ctrl-D, ends it"),
    Command("lines", "reads your answer with line numbers"),
    Command(
        "line",
        "replaces a line: `line 3 return x`; it keeps its indentation unless you type two spaces; `line 3` reads it",
        "N TEXT",
    ),
    Command("insert", "inserts a line before line N, with its indentation", "N TEXT"),
    Command("delete", "deletes a line, or some: `delete 3-5`", "N"),
    Command("edit", "opens your answer in the editor that $VISUAL or $EDITOR names"),
    Command("use", "takes your answer from a file; without a name, says which file holds your answer", "FILE"),
    Command("answer", "answers a question: a value, or the letter or number of an option", "VALUE"),
    Command("check", "checks your answer"),
    Command("details", "reads all of the last verdict: whole arrays, the traceback, how to repeat it"),
    Command("hint", "opens the next hint; `hint again` reads the open ones"),
    Command("solution", "reads the solution; before a right answer, it asks whether you give up"),
    Command("call", "asks your class for help in this exercise; once more takes it back"),
    Command("reset", "starts the answer over; the current text stays in the history"),
    Command("undo", "undoes the last change of your answer"),
    Command("history", "lists your attempts; with a number, reads one", "N"),
    Command("restore", "takes the answer of an attempt", "N"),
    Command("skip", "says that you do not know the answer"),
    Command("stop", "ends the placement; what was asked so far counts"),
)
BY_NAME = {name: command for command in COMMANDS for name in (command.name, *command.other_names)}
CODE_FIRST = (
    "This looks like code. Type code first, then all lines of your answer, then a line with a dot alone. "
    "The command line replaces one line: line 6 return x."
)
"""Message after code was typed where a command is expected."""


def split(line: str) -> tuple[str, str]:
    """Return the name of a command in lower case, and its argument with unchanged white space."""
    word, _, rest = line.lstrip().partition(" ")
    return word.lower(), rest


def is_code(line: str) -> bool:
    """Return whether a line is a Python statement of more than one word."""
    text = line.strip()
    if not text or text.isidentifier():
        return False
    try:
        tree = parse(f"{text} pass" if text.endswith(":") else text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return not all(isinstance(one, ast.Expr) and isinstance(one.value, (ast.Constant, ast.Name)) for one in tree.body)


def help_lines(own: Collection[str], everywhere: Collection[str], about: str, expected: str = "") -> Iterator[str]:
    """Yield the available commands, one per line: those of the page, then those of all pages.

    With `about`, yield the help on that command. `expected` is a sentence on other possible input.
    """
    if about:
        command = BY_NAME.get(about.lower())
        if command is None:
            yield unknown(about, [*own, *everywhere])
            return
        also = f" Short: {', '.join(command.other_names)}." if command.other_names else ""
        yield f"{_shown(command)}: {command.about.replace('`', '')}.{also}"
        return
    for title, names in (("You can type here:", own), ("You can type anywhere:", everywhere)):
        if names:
            yield title
        if names is own and expected:
            yield expected
        for command in COMMANDS:
            if command.name in names:
                yield f"{_shown(command)}: {command.about.replace('`', '')}."


def unknown(word: str, available: Collection[str], expected: str = "", elsewhere: str = "") -> str:
    """Return the message about an unknown command: "Did you mean ...?", or `expected`.

    `elsewhere` says where a known command works, as in "in an exercise".
    """
    shown = word if len(word) <= 40 else f"{word[:40]} and so on"
    if word in BY_NAME:
        works = f" It works {elsewhere}." if elsewhere else ""
        return f"The command {shown} does not work here.{works} Type help for what works here."
    near = nearest(word, available, most=1, likeness=0.6)
    otherwise = f"{expected} Type help for the commands.".strip()
    return f"Unknown command: {shown}. {did_you_mean(near, otherwise)}"


def _shown(command: Command) -> str:
    return f"{command.name} {command.argument}".rstrip()
