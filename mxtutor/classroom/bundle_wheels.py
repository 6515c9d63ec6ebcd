"""The wheels of a bundle: mxtutor as it is installed here, and every package that it needs, collected by pip."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import json
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator, Sequence
from importlib import metadata
from pathlib import Path

from mxtutor import paths
from mxtutor.errors import BrokenError, UsageError

TORCH_INDEX = "https://download.pytorch.org/whl/cpu"
"""PyTorch's own index of CPU builds; the variable MXTUTOR_TORCH_INDEX replaces it."""
_CUDA = re.compile(r"(nvidia|cuda|triton)")
_MANYLINUX = re.compile(r"manylinux(?:_(\d+)_(\d+)|(1|2010|2014))_")
_OLD_NAMES = {"1": (2, 5), "2010": (2, 12), "2014": (2, 17)}
"""glibc of the platform tags without numbers."""

RunPip = Callable[[Sequence[str]], None]
"""Runs pip with arguments; raises `BrokenError` when it fails."""


def run_pip(arguments: Sequence[str]) -> None:
    """Run this Python's pip and show its last line on a terminal.

    Raises:
        BrokenError: it failed; the message has its last error line.
    """
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", *arguments]
    lines: list[str] = []
    terminal = sys.stderr.isatty()
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True, errors="replace"
    ) as process:
        try:
            for line in process.stdout or ():
                lines.append(line.strip())
                if terminal:
                    sys.stderr.write(f"\r\033[K  {lines[-1][:70]}")
                    sys.stderr.flush()
        except BaseException:
            process.terminate()
            raise
        finally:
            if terminal:
                sys.stderr.write("\r\033[K")
    if process.returncode:
        errors = (
            [line for line in lines if line.startswith("ERROR")] or [line for line in lines if line] or ["no output"]
        )
        raise BrokenError(f"pip failed: {errors[-1]}", fix="Check the network and the free space, then run this again.")


def own_wheel(folder: Path, pip: RunPip) -> Path:
    """Make the wheel of the running mxtutor in a folder: of the checkout, or of the files that are installed.

    Raises:
        BrokenError: it cannot be built.
    """
    package = Path(paths.__file__).resolve().parent
    checkout = package.parent
    if not (package / "_content").is_dir() and (checkout / "pyproject.toml").is_file():
        pip(["wheel", "--no-deps", "--wheel-dir", str(folder), str(checkout)])
        return next(folder.glob("mxtutor-*.whl"))
    return pack_installed("mxtutor", folder)


def pack_installed(name: str, folder: Path) -> Path:
    """Make a wheel of an installed package that has no compiled code, from its list of files.

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
            record.append(f"{file.as_posix()},sha256={_record_hash(data)},{len(data)}")
        archive.writestr(f"{info}/RECORD", "\n".join([*record, f"{info}/RECORD,,", ""]))
    return target


def _record_hash(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def collect_wheels(folder: Path, own: Path, pip: RunPip, say: Callable[[str], None]) -> None:
    """Add everything that a wheel needs to the folder, in the versions that are installed here, and pip itself.

    torch comes from where set-up takes it: pip's own index, or PyTorch's index of CPU builds if that has only CUDA.

    Raises:
        BrokenError: a package cannot be found or built.
        UsageError: only the CUDA build of torch was found.
    """
    to_folder = ["wheel", "--wheel-dir", str(folder)]
    with _pins(folder) as pins:
        torch = next((need for need in _needs(own) if re.match(r"torch[=<>~!]", need)), None)
        if torch is not None:
            source = _torch_source(torch, folder, pip)
            say(f"Collecting {torch}{f' from {source[-1]}' if source else ''}")
            pip([*to_folder, "--no-deps", *source, torch])
        say("Collecting the other packages")
        pip([*to_folder, "--find-links", str(folder), "--constraint", str(pins), str(own)])
    say("Collecting pip")
    pip([*to_folder, "--no-deps", "pip"])


def _needs(wheel: Path) -> list[str]:
    """Return the requirements of a wheel, without those of extras and markers."""
    with zipfile.ZipFile(wheel) as archive:
        name = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        lines = archive.read(name).decode("utf-8").partition("\n\n")[0].splitlines()
    found = [line.partition(":")[2].strip() for line in lines if line.startswith("Requires-Dist:")]
    return [need for need in found if ";" not in need]


@contextlib.contextmanager
def _pins(folder: Path) -> Iterator[Path]:
    """Give pip the installed versions of all packages but torch and mxtutor, which are in the folder already."""
    path = folder / "pins.txt"
    installed = {found.metadata["Name"]: found.version for found in metadata.distributions() if found.metadata["Name"]}
    kept = {name: version for name, version in installed.items() if name.lower() not in ("torch", "mxtutor")}
    path.write_text("".join(f"{name}=={version}\n" for name, version in sorted(kept.items())))
    try:
        yield path
    finally:
        path.unlink(missing_ok=True)


def _torch_source(torch: str, folder: Path, pip: RunPip) -> list[str]:
    """Return the options with which pip takes the CPU build of torch, as `bootstrap.py` chooses it."""
    choice = os.environ.get("MXTUTOR_TORCH") or "cpu"
    offered = _offered(torch, [], folder, pip)
    if offered is not None and (choice == "any" or not is_cuda_build(offered)):
        return []
    index = ["--index-url", os.environ.get("MXTUTOR_TORCH_INDEX") or TORCH_INDEX]
    bounded = ["--retries", "1", "--timeout", "20"]
    build = _offered(torch, [*index, *bounded], folder, pip)
    if build is not None and not is_cuda_build(build):
        return index
    raise UsageError(
        f"{index[-1]} has no CPU build of {torch}.",
        fix="MXTUTOR_TORCH_INDEX names another index; MXTUTOR_TORCH=any takes the CUDA build of several gigabytes.",
    )


def _offered(torch: str, options: list[str], folder: Path, pip: RunPip) -> dict[str, object] | None:
    """Return the metadata of the torch that pip would take; None if it finds none."""
    report = folder / "torch.json"
    ask = ["install", "--dry-run", "--ignore-installed", "--no-deps", "--quiet", "--report", str(report)]
    try:
        pip([*ask, *options, torch])
        return dict(json.loads(report.read_text(encoding="utf-8"))["install"][0]["metadata"])
    except (BrokenError, OSError, ValueError, LookupError):
        return None
    finally:
        report.unlink(missing_ok=True)


def is_cuda_build(found: dict[str, object]) -> bool:
    """Return whether a torch, by pip's report of its metadata, needs CUDA libraries."""
    if "+cpu" in str(found.get("version")) or sys.platform != "linux":
        return False
    needs = found.get("requires_dist")
    listed = [str(need) for need in needs] if isinstance(needs, list) else []
    return any(_CUDA.match(need) and "extra ==" not in need for need in listed)


def pinned_lines(folder: Path) -> list[str]:
    """Return a line for each wheel of a folder: `name==version --hash=sha256:...`."""
    lines = []
    for wheel in sorted(folder.glob("*.whl")):
        name, version = wheel.name.split("-")[:2]
        digest = hashlib.sha256()
        with wheel.open("rb") as file:
            while block := file.read(1 << 20):
                digest.update(block)
        lines.append(f"{name}=={version} --hash=sha256:{digest.hexdigest()}")
    return lines


def least_glibc(folder: Path) -> tuple[int, int]:
    """Return the oldest glibc that all wheels of a folder run with, by the tags in their names; (0, 0) for any."""
    needed = [(0, 0)]
    for wheel in folder.glob("*.whl"):
        tags = [_glibc(match) for match in _MANYLINUX.finditer(wheel.name)]
        if tags:
            needed.append(min(tags))
        elif wheel.stem.rpartition("-")[2].startswith("linux_"):  # built here, so this machine's glibc is enough
            needed.append(_glibc_here())
    return max(needed)


def _glibc(match: re.Match[str]) -> tuple[int, int]:
    return _OLD_NAMES[match[3]] if match[3] else (int(match[1]), int(match[2]))


def _glibc_here() -> tuple[int, int]:
    import platform

    parts = [int(part) for part in platform.libc_ver()[1].split(".")[:2] if part.isdigit()]
    return (parts[0], parts[1]) if len(parts) == 2 else (0, 0)
