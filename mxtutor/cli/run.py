"""Carries out a command line; every error becomes one line on standard error and an exit code."""

from __future__ import annotations

import contextlib
import errno
import os
import sys

from mxtutor.cli.clean_streams import clean_streams
from mxtutor.cli.setup import Setup
from mxtutor.errors import TutorError


def run(arguments: list[str], setup: Setup) -> int:
    """Carry out a command line; errors become one line on standard error and an exit code."""
    with clean_streams():
        return _run(arguments, setup)


def _run(arguments: list[str], setup: Setup) -> int:
    try:
        code = _carry_out(arguments, setup)
        if sys.stdout is not None:  # a closed one is None
            sys.stdout.flush()  # here, so that a full disk becomes one line and not a traceback at exit
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
        return _broken(error, arguments, setup)
    except Exception as error:  # the last resort: without it Python would end with 1, which means "not right"
        return _broken(error, arguments, setup)


def _carry_out(arguments: list[str], setup: Setup) -> int:
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
        return _fail(f"{error.format_message()} `mxtutor --help` shows how.", 2)
    except click.Abort:
        raise KeyboardInterrupt from None


def _is_start(arguments: list[str]) -> bool:
    """Return whether this is a plain start of the tutor: its first paint need not wait for the table of commands."""
    return not arguments or (len(arguments) == 1 and "/" in arguments[0] and not arguments[0].startswith("-"))


def _broken(error: Exception, arguments: list[str], setup: Setup) -> int:
    """Write where mxtutor failed to a file, for a report to its authors, print one line; return 3."""
    from mxtutor import paths
    from mxtutor.failing import details_of, failure_line, keep_details

    tutor = setup.plain or _is_start(arguments)
    kept = f"Your text is kept in {paths.home()}." if tutor else ""
    details = keep_details(details_of(error), paths.home())
    return _fail(failure_line(f"{type(error).__name__}: {error}".rstrip("."), kept, details), 3)


def _fail(message: str, code: int) -> int:
    """Print one line, also if the message contains names from outside, and return the exit code."""
    import click

    from mxtutor.reporting.sanitize import clean_line

    with contextlib.suppress(OSError):  # standard error may be full or closed too
        click.echo(f"mxtutor: {clean_line(message)}", err=True)
    return code


def drop_output() -> None:
    """Point standard output at nothing: Python would write what is left of it at exit, and fail again."""
    with contextlib.suppress(OSError, ValueError):
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, sys.stdout.fileno())
        os.close(nothing)
