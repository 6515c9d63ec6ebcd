"""Runs a command line; every error becomes one line on standard error and an exit code."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import sys
from collections.abc import Iterator
from typing import TextIO

from mxtutor.cli.setup import Setup
from mxtutor.errors import TutorError
from mxtutor.reporting.sanitize import for_terminal


class CleanText(io.TextIOWrapper):
    """A text stream that writes no control codes except line breaks, tabs and the colours of `paint`."""

    def write(self, text: str, /) -> int:
        """Write a text without unsafe control codes; return the length of the given text."""
        super().write(for_terminal(text))
        return len(text)


@contextlib.contextmanager
def clean_streams() -> Iterator[None]:
    """Remove unsafe control codes from the block's standard output and standard error."""
    names = ("stdout", "stderr")
    before = {name: getattr(sys, name) for name in names}
    for name, stream in before.items():
        if type(stream) is io.TextIOWrapper:  # neither None (a closed stream) nor a replacement by a caller
            setattr(sys, name, _cleaned(stream))
    try:
        yield
    finally:
        for name, stream in before.items():
            made: TextIO = getattr(sys, name)
            if isinstance(made, CleanText):
                setattr(sys, name, stream)
                with contextlib.suppress(OSError, ValueError):  # the command has reported that it cannot be written
                    made.flush()
                with contextlib.suppress(OSError, ValueError):
                    made.close()


def _cleaned(stream: io.TextIOWrapper) -> CleanText:
    stream.flush()
    # a new buffer: in a fork of a server, the stream's may belong to a file that the descriptor no longer refers to
    buffer = io.BufferedWriter(io.FileIO(stream.fileno(), "wb", closefd=False))
    return CleanText(
        buffer, encoding=stream.encoding, errors=stream.errors, line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )  # fmt: skip


def run(arguments: list[str], setup: Setup) -> int:
    """Run a command line; errors become one line on standard error and an exit code."""
    with clean_streams():
        return _run(arguments, setup)


def _run(arguments: list[str], setup: Setup) -> int:
    try:
        code = carry_out(arguments, setup)
        if sys.stdout is not None:  # None if it is closed
            sys.stdout.flush()  # flush here, so that a full disk gives one line and not a traceback at exit
        return code
    except TutorError as error:
        return _fail(str(error), error.exit_code)
    except KeyboardInterrupt:
        return _fail("stopped.", 130)
    except BrokenPipeError:  # `mxtutor list | head`
        drop_output()
        return 0
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EIO) and error.filename is None:
            drop_output()
            return _fail(f"standard output cannot be written: {error.strerror}.", 3)
        if error.errno == errno.ENAMETOOLONG:  # the name comes from the user
            return _fail(f"{error.filename} cannot be used: {error.strerror}.", 2)
        return _broken(error, arguments, setup)
    except Exception as error:  # the last resort: otherwise Python would exit with 1, which means "not right"
        return _broken(error, arguments, setup)


def carry_out(arguments: list[str], setup: Setup) -> int:
    """Start the tutor, or read the command line and run its command; return the exit code."""
    if _is_start(arguments):
        from mxtutor.cli.tutor import start_tutor

        return start_tutor(setup.root, arguments[0] if arguments else None)
    import click

    from mxtutor.cli.commands import cli

    try:
        return int(cli.main(arguments, prog_name="mxtutor", standalone_mode=False, obj=setup) or 0)
    except click.exceptions.Exit as error:
        return int(error.exit_code)
    except click.ClickException as error:
        command = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else "mxtutor"
        message = error.format_message()
        end = "" if message.endswith((".", "?", "?)")) else "."
        return _fail(f"{message}{end} `{command} --help` shows how.", 2)
    except click.Abort:
        raise KeyboardInterrupt from None


def _is_start(arguments: list[str]) -> bool:
    """Return whether this only starts the tutor, which then need not import the table of commands."""
    return not arguments or (len(arguments) == 1 and "/" in arguments[0] and not arguments[0].startswith("-"))


def _broken(error: Exception, arguments: list[str], setup: Setup) -> int:
    """Write the details of a failure to a file, print one line, and return 3."""
    import traceback

    from mxtutor import paths
    from mxtutor.failing import failure_line, keep_details

    tutor = setup.plain or _is_start(arguments)
    kept = f"Your text is kept in {paths.home()}." if tutor else ""
    details = keep_details("".join(traceback.format_exception(error)), paths.home())
    return _fail(failure_line(f"{type(error).__name__}: {error}".rstrip("."), kept, details), 3)


def _fail(message: str, code: int) -> int:
    """Print a message, which may contain untrusted names, as one line; return the exit code."""
    import click

    from mxtutor.reporting.sanitize import clean_line

    with contextlib.suppress(OSError):  # standard error may be full or closed, too
        click.echo(f"mxtutor: {clean_line(message)}", err=True)
    return code


def drop_output() -> None:
    """Redirect standard output to /dev/null: at exit, Python would flush its buffer and fail again."""
    with contextlib.suppress(OSError, ValueError):
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, sys.stdout.fileno())
        os.close(nothing)
