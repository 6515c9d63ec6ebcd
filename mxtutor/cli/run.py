"""Carries out a command line; every error becomes one line on standard error and an exit code."""

from __future__ import annotations

import contextlib
import errno
import os
import sys

import click

from mxtutor.cli.commands import cli
from mxtutor.cli.setup import Setup
from mxtutor.errors import TutorError
from mxtutor.reporting.sanitize import clean_line


def run(arguments: list[str], setup: Setup) -> int:
    """Carry out a command line; errors become one line on standard error and an exit code."""
    try:
        code = int(cli.main(arguments, prog_name="mxtutor", standalone_mode=False, obj=setup) or 0)
        if sys.stdout is not None:  # a closed one is None
            sys.stdout.flush()  # here, so that a full disk becomes one line and not a traceback at exit
        return code
    except TutorError as error:
        return _fail(str(error), error.exit_code)
    except click.exceptions.Exit as error:
        return int(error.exit_code)
    except click.ClickException as error:
        return _fail(f"{error.format_message()} `mxtutor --help` shows how.", 2)
    except (KeyboardInterrupt, click.Abort):
        return _fail("stopped.", 130)
    except BrokenPipeError:  # `mxtutor list | head`
        _drop_output()
        return 0
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EIO) or error.filename is not None:
            raise
        _drop_output()
        return _fail(f"standard output cannot be written: {error.strerror}.", 3)


def _fail(message: str, code: int) -> int:
    """Print one line, also if the message contains names from outside, and return the exit code."""
    with contextlib.suppress(OSError):  # standard error may be full or closed too
        click.echo(f"mxtutor: {clean_line(message)}", err=True)
    return code


def _drop_output() -> None:
    """Point standard output at nothing: Python would write what is left of it at exit, and fail again."""
    with contextlib.suppress(OSError, ValueError):
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, sys.stdout.fileno())
        os.close(nothing)
