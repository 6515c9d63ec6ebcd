"""The learners' homes: one folder each, which only the server's user can enter, with a name that tells nothing."""

from __future__ import annotations

from pathlib import Path

from mxtutor.errors import UsageError
from mxtutor.private_files import make_private_folder, restrict
from mxtutor.serving.confinement import readable
from mxtutor.serving.signing import Signer


def prepare_homes(homes: Path, root: Path) -> Path:
    """Make the folder of all homes, and return its real path; `root` holds the content.

    Raises:
        UsageError: it cannot be made, or lies where sessions and answers may read.
    """
    found = homes.resolve()
    for open_folder in readable(root):
        if found.is_relative_to(open_folder):
            raise UsageError(
                f"{homes} is inside {open_folder}, which answers may read.", fix="Name a folder outside with --homes."
            )
    try:
        make_private_folder(found)
    except OSError as error:
        raise UsageError(
            f"{homes} cannot be made: {error.strerror}.", fix="Name another folder with --homes."
        ) from error
    if not found.is_dir():
        raise UsageError(f"{homes} is not a folder.", fix="Name another folder with --homes.")
    return found


def home_of(homes: Path, signer: Signer, learner: str) -> Path:
    """Return the home of a learner's id; it is made if it is missing.

    Raises:
        OSError: it cannot be made.
    """
    home = homes / signer.home_name(learner)
    make_private_folder(home)
    if home.is_symlink() or not home.is_dir():
        raise NotADirectoryError(20, "it is not a folder", str(home))
    restrict(home)
    return home
