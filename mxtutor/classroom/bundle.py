"""Makes a bundle: a folder from which machines like this one install mxtutor without network."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Sequence
from datetime import datetime, timezone
from importlib import metadata
from pathlib import Path
from typing import Any

import msgspec

from mxtutor import __version__, paths
from mxtutor.classroom import bundle_start
from mxtutor.content.documents import read_document
from mxtutor.content.workshop import Workshop, WorkshopFile
from mxtutor.errors import BrokenError, UsageError
from mxtutor.typed_paths import expanded

TORCH_INDEX = "https://download.pytorch.org/whl/cpu"
"""PyTorch's own index of CPU builds; the variable MXTUTOR_TORCH_INDEX replaces it."""
_CUDA = re.compile(r"(nvidia|cuda|triton)")
_MANYLINUX = re.compile(r"manylinux(?:_(\d+)_(\d+)|(1|2010|2014))_")
_OLD_NAMES = {"1": (2, 5), "2010": (2, 12), "2014": (2, 17)}
"""glibc versions of the old manylinux tags, which do not name one."""

README = """mxtutor {mxtutor}{title}
Made on {made} for Python {python} on {system}, {machine}, glibc {glibc} or newer.

On each laptop, copy this folder, or open it on the USB stick. Then run in it:

    python3 start.py

The first run needs no network, takes about a minute and 1.5 GB below ~/.local/share/mxtutor-bundle (the variable
MXTUTOR_BUNDLE_HOME names another folder). Later runs start at once. Arguments are passed to mxtutor:

    python3 start.py doctor
    python3 start.py export my-answers.zip
"""


def make_bundle(folder: Path, workshop: Workshop | None, *, say: Callable[[str], None]) -> str:
    """Make a bundle for machines like this one; return a line about it. `say` gets a line for each step.

    The folder appears only when it is complete.

    Raises:
        UsageError: the folder exists already, or cannot be written.
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
        own = own_wheel(wheels)
        collect_wheels(wheels, own, say)
        lines = pinned_lines(wheels)
        (unfinished / "requirements.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
        if workshop is not None:
            add_workshop(unfinished / "workshop", workshop)
        about = _about(wheels, workshop)
        (unfinished / "bundle.json").write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
        glibc = ".".join(map(str, about["glibc"]))
        title = f" with the workshop {workshop.title!r}" if workshop else ""
        words = {**about, "glibc": glibc, "title": title}
        (unfinished / "README.txt").write_text(README.format(**words), encoding="utf-8")
        shutil.copyfile(bundle_start.__file__, unfinished / "start.py")
        size = sum(path.stat().st_size for path in unfinished.rglob("*") if path.is_file())
        unfinished.rename(folder)
    except OSError as error:
        reason = error.strerror or str(error)  # `shutil.Error` is an OSError, too
        raise UsageError(f"{folder} cannot be written: {reason}.", fix="Name another folder, or free space.") from error
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    kind = f"{about['system']}, {about['machine']}, glibc {glibc} or newer"
    return f"{len(lines)} packages, {size / 1e6:.0f} MB, for Python {about['python']} on {kind}."


def _about(wheels: Path, workshop: Workshop | None) -> dict[str, Any]:
    """Return the contents of bundle.json: the requirements that `start.py` checks, and what the bundle contains."""
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


def add_workshop(folder: Path, workshop: Workshop) -> None:
    """Write the file of a workshop (or path) with the ids of all exercises, and copy its own content beside it."""
    import yaml

    folder.mkdir()
    kept = {field.encode_name for field in msgspec.structs.fields(WorkshopFile)} - {"path", "content"}
    data: dict[str, Any] = {}
    if workshop.points:  # the file of a path, which has no points, has only the keys below
        data = {key: value for key, value in read_document(workshop.file).data.items() if key in kept}
    data |= {"version": 1, "title": workshop.title, "parts": msgspec.to_builtins(workshop.path.parts)}
    for part in data["parts"]:
        if part["minutes"] is None:
            del part["minutes"]
    if workshop.path.sites is not None:
        data["sites"] = msgspec.to_builtins(workshop.path.sites)
    if workshop.content is not None:
        data["content"] = "content"
        for name in ("lessons", "exercises"):
            source = workshop.content / name
            if source.is_dir():
                shutil.copytree(source, folder / "content" / name, ignore=shutil.ignore_patterns("__pycache__"))
    text = yaml.safe_dump(data, sort_keys=False, allow_unicode=True)
    (folder / ("workshop.yaml" if workshop.points else "path.yaml")).write_text(text, encoding="utf-8")


def run_pip(arguments: Sequence[str]) -> None:
    """Run the pip of this Python; on a terminal it shows its progress.

    Raises:
        BrokenError: pip failed; the message has its last error line.
    """
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", *arguments]
    done = subprocess.run(
        command,
        stdout=2 if sys.stderr.isatty() else subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
        errors="replace",
    )
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line.strip()] or ["no output"]
        errors = [line for line in lines if line.startswith("ERROR")] or lines
        raise BrokenError(f"pip failed: {errors[-1]}", fix="Check the network and the free space, then run this again.")


def own_wheel(folder: Path) -> Path:
    """Make a wheel of the running mxtutor in a folder, from the checkout or from the installed files.

    Raises:
        BrokenError: it cannot be built.
    """
    package = Path(paths.__file__).resolve().parent
    checkout = package.parent
    if not (package / "_content").is_dir() and (checkout / "pyproject.toml").is_file():
        run_pip(["wheel", "--no-deps", "--wheel-dir", str(folder), str(checkout)])
        return next(folder.glob("mxtutor-*.whl"))
    return pack_installed("mxtutor", folder)


def pack_installed(name: str, folder: Path) -> Path:
    """Make a wheel of an installed pure Python package from its list of files.

    Raises:
        BrokenError: the package was not installed from a wheel.
    """
    found = metadata.distribution(name)
    top = f"{re.sub(r'[-_.]+', '_', found.metadata['Name'])}-{found.version}"
    info = f"{top}.dist-info"
    wanted = [
        file
        for file in found.files or ()
        if ".." not in file.parts and "__pycache__" not in file.parts and file.suffix != ".pyc"
        if not (file.parts[0] == info and file.name in ("RECORD", "INSTALLER", "REQUESTED", "direct_url.json"))
    ]
    if not any(file.name == "WHEEL" for file in wanted):
        raise BrokenError(f"{name} was not installed from a wheel.", fix="Install it with pip, or use a checkout.")
    target = folder / f"{top}-py3-none-any.whl"
    record = []
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in wanted:
            data = Path(str(file.locate())).read_bytes()
            archive.writestr(file.as_posix(), data)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record.append(f"{file.as_posix()},sha256={digest},{len(data)}")
        archive.writestr(f"{info}/RECORD", "\n".join([*record, f"{info}/RECORD,,", ""]))
    return target


def collect_wheels(folder: Path, own: Path, say: Callable[[str], None]) -> None:
    """Add the dependencies of the wheel `own` to the folder, in the versions installed here, and pip itself.

    Raises:
        BrokenError: a package cannot be found or built.
        UsageError: only a CUDA build of torch was found.
    """
    to_folder = ["wheel", "--wheel-dir", str(folder)]
    torch = next((need for need in _needs(own) if re.match(r"torch[=<>~!]", need)), None)
    if torch is not None:
        source = torch_source()
        say(f"Collecting {torch}{f' from {source[-1]}' if source else ''}")
        run_pip([*to_folder, "--no-deps", *source, torch])
        wheel = next(folder.glob("torch-*.whl"))
        if os.environ.get("MXTUTOR_TORCH") != "any" and any(map(_CUDA.match, _needs(wheel))):
            raise UsageError(
                f"{source[-1] if source else 'pip'} has no CPU build of {torch}.",
                fix="Set MXTUTOR_TORCH_INDEX to another index, or MXTUTOR_TORCH=any for the CUDA build of gigabytes.",
            )
    say("Collecting the other packages")
    pins = folder / "pins.txt"
    here = {found.metadata["Name"]: found.version for found in metadata.distributions() if found.metadata["Name"]}
    kept = sorted(name for name in here if name.lower() not in ("torch", "mxtutor"))
    pins.write_text("".join(f"{name}=={here[name]}\n" for name in kept))
    run_pip([*to_folder, "--find-links", str(folder), "--constraint", str(pins), str(own)])
    pins.unlink()
    say("Collecting pip")
    run_pip([*to_folder, "--no-deps", "pip"])


def _needs(wheel: Path) -> list[str]:
    """Return the requirements of a wheel without those of its extras."""
    with zipfile.ZipFile(wheel) as archive:
        name = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        lines = archive.read(name).decode("utf-8").partition("\n\n")[0].splitlines()
    found = [line.partition(":")[2].strip() for line in lines if line.startswith("Requires-Dist:")]
    return [need for need in found if "extra ==" not in need]


def torch_source() -> list[str]:
    """Return pip's options to take torch from the same index as the installation: the default, or that of CPU builds.

    The installed torch shows which one: CPU builds from PyTorch's own index have `+cpu` in their version.
    """
    try:
        found = metadata.distribution("torch")
        own_index = "+" not in found.version and not any(map(_CUDA.match, found.requires or ()))
    except metadata.PackageNotFoundError:
        own_index = False
    if own_index or os.environ.get("MXTUTOR_TORCH") == "any":
        return []
    return ["--index-url", os.environ.get("MXTUTOR_TORCH_INDEX") or TORCH_INDEX]


def pinned_lines(folder: Path) -> list[str]:
    """Return a line of a requirements file for each wheel of a folder: `name==version --hash=sha256:...`."""
    lines = []
    for wheel in sorted(folder.glob("*.whl")):
        name, version = wheel.name.split("-")[:2]
        digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
        lines.append(f"{name}=={version} --hash=sha256:{digest}")
    return lines


def least_glibc(folder: Path) -> tuple[int, int]:
    """Return the oldest glibc with which all wheels of a folder work, by the tags in their names; (0, 0) for any."""
    needed = [(0, 0)]
    for wheel in folder.glob("*.whl"):
        tags = [_OLD_NAMES[m[3]] if m[3] else (int(m[1]), int(m[2])) for m in _MANYLINUX.finditer(wheel.name)]
        # A wheel without such a tag was built here, for the glibc of this machine.
        if not tags and wheel.stem.rpartition("-")[2].startswith("linux_"):
            here = [int(part) for part in platform.libc_ver()[1].split(".")[:2] if part.isdigit()]
            tags = [(here[0], here[1])] if len(here) == 2 else []
        needed += [min(tags)] if tags else []
    return max(needed)
