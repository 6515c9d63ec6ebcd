"""A bundle: a folder from which laptops of one kind set mxtutor up with one command, without network."""

from __future__ import annotations

import json
import platform
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import msgspec

from mxtutor import __version__
from mxtutor.classroom import bundle_start
from mxtutor.classroom.bundle_wheels import (
    RunPip,
    collect_wheels,
    least_glibc,
    own_wheel,
    pinned_lines,
    run_pip,
)
from mxtutor.content.documents import read_document
from mxtutor.content.workshop import Workshop
from mxtutor.errors import UsageError
from mxtutor.typed_paths import expanded

README = """mxtutor {mxtutor}{title}
Made on {made} for Python {python} on {system}, {machine}, glibc {glibc} or newer.

On each laptop, copy this folder or open it on the stick, and run in it:

    python3 start.py

The first run needs no network, takes about a minute and 1.5 GB below ~/.local/share/mxtutor-bundle (the variable
MXTUTOR_BUNDLE_HOME names another folder). Later runs start at once. Arguments are mxtutor's:

    python3 start.py doctor
    python3 start.py export my-answers.zip
"""


@dataclass(frozen=True, slots=True)
class Bundle:
    """A bundle that was made."""

    folder: Path
    python: str
    """Version that the laptops need, such as "3.11"."""
    platform: str
    """What the laptops must be: "Linux, x86_64, glibc 2.28 or newer"."""
    packages: int
    megabytes: int


def make_bundle(
    folder: Path, workshop: Workshop | None, *, say: Callable[[str], None], pip: RunPip = run_pip
) -> Bundle:
    """Make a bundle for machines like this one; `say` gets a line for each step.

    The folder appears when everything is in it: an interruption leaves nothing half-made.

    Raises:
        UsageError: the folder is there already, or cannot be written.
        BrokenError: a wheel cannot be found or built.
    """
    folder = expanded(folder).absolute()
    if folder.exists():
        raise UsageError(f"{folder} is there already.", fix="Name a folder that does not exist.")
    unfinished = folder.with_name(f".{folder.name}.unfinished")
    try:
        shutil.rmtree(unfinished, ignore_errors=True)
        wheels = unfinished / "wheels"
        wheels.mkdir(parents=True)
        say("Building the wheel of mxtutor")
        own = own_wheel(wheels, pip)
        collect_wheels(wheels, own, pip, say)
        lines = pinned_lines(wheels)
        (unfinished / "requirements.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
        if workshop is not None:
            _add_workshop(unfinished / "workshop", workshop)
        about = _about(wheels, workshop)
        (unfinished / "bundle.json").write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
        glibc = ".".join(map(str, about["glibc"]))
        title = f" with the workshop {workshop.title!r}" if workshop else ""
        words = {**about, "glibc": glibc, "title": title}
        (unfinished / "README.txt").write_text(README.format(**words), encoding="utf-8")
        shutil.copyfile(bundle_start.__file__, unfinished / "start.py")
        size = sum(path.stat().st_size for path in unfinished.rglob("*") if path.is_file())
        unfinished.rename(folder)
    except (OSError, shutil.Error) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise UsageError(f"{folder} cannot be written: {reason}.", fix="Name another folder, or free space.") from error
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    kind = f"{about['system']}, {about['machine']}, glibc {glibc} or newer"
    return Bundle(folder, about["python"], kind, len(lines), round(size / 1e6))


def _about(wheels: Path, workshop: Workshop | None) -> dict[str, Any]:
    """Return what `start.py` checks, and what people want to know."""
    return {
        "version": 1,
        "mxtutor": __version__,
        "python": "{}.{}".format(*sys.version_info[:2]),
        "system": platform.system(),
        "machine": platform.machine(),
        "glibc": list(least_glibc(wheels)),
        "workshop": workshop.title if workshop else None,
        "made": datetime.now(timezone.utc).isoformat(timespec="seconds"),
    }


def _add_workshop(folder: Path, workshop: Workshop) -> None:
    """Write the workshop with its path spelled out, and its own content beside it."""
    import yaml

    folder.mkdir()
    data = {key: value for key, value in read_document(workshop.file).data.items() if key not in ("path", "content")}
    data["parts"] = msgspec.to_builtins(workshop.path.parts)
    for part in data["parts"]:
        if part["minutes"] is None:
            del part["minutes"]
    if workshop.content is not None:
        data["content"] = "content"
        for name in ("lessons", "exercises"):
            source = workshop.content / name
            if source.is_dir():
                shutil.copytree(source, folder / "content" / name, ignore=shutil.ignore_patterns("__pycache__"))
    text = yaml.safe_dump(data, sort_keys=False, allow_unicode=True)
    (folder / "workshop.yaml").write_text(text, encoding="utf-8")
