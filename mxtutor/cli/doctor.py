"""`mxtutor doctor`: does this machine have what mxtutor needs, and how is a fault fixed?"""

from __future__ import annotations

import importlib.metadata
import json
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path

import click

from mxtutor import paths
from mxtutor.cli.painting import paint
from mxtutor.cli.setup import Setup
from mxtutor.counts import count
from mxtutor.errors import TutorError
from mxtutor.gpus import Gpu, find_gpus
from mxtutor.reporting.sanitize import json_text

PYTHONS = ((3, 10), (3, 11), (3, 12))
_PROBE_SECONDS = 60
_SMALLEST = (80, 24)
_AGAIN = "Run the README's start command again."
_LIBRARIES = (
    "Install the libraries that MXNet's wheel lacks; on Debian or Ubuntu: `sudo apt install libgomp1 libquadmath0`."
)
_TORCH = (
    "Run `MXTUTOR_TORCH=cpu python3 bootstrap.py tutor` in the checkout, or install the CPU build of torch 2.13.0"
    " beside mxtutor."
)
_GPU_UNTRIED = "mxtutor's `--device gpu` has never run on a GPU: no GPU that MXNet supports was available for tests."

MXNET_SCRIPT = """
from mxtutor.compat import import_mxnet
mx = import_mxnet()
assert float(mx.nd.ones((2, 2)).sum().asscalar()) == 4.0
print(mx.__version__, "CUDA" if mx.runtime.Features().is_enabled("CUDA") else "CPU", mx.context.num_gpus())
"""
_TORCH_SCRIPT = """
import torch
assert float(torch.ones(2, 2).sum()) == 4.0
print(torch.__version__, "CUDA " + torch.version.cuda if torch.version.cuda else "CPU")
"""


@dataclass(frozen=True, slots=True)
class Check:
    name: str
    ok: bool
    detail: str
    """The facts, in one or two sentences."""
    fix: str = ""
    """What to do; empty if nothing needs to be done."""


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_obj
def doctor(setup: Setup, as_json: bool) -> int:
    """Show what works here and how to fix what does not."""
    checks = run_checks(setup.root, paths.home())
    ok = all(check.ok for check in checks)
    if as_json:
        click.echo(json_text({"ok": ok, "checks": [asdict(check) for check in checks]}))
        return 0 if ok else 1
    for check in checks:
        mark = paint("[ok]  ", fg="green") if check.ok else paint("[fix] ", fg="yellow", bold=True)
        click.echo(f"{mark} {check.name:18} {check.detail}")
        if check.fix:
            click.echo(f"       {'':18} {check.fix}")
    return 0 if ok else 1


def run_checks(content: Path, home: Path) -> list[Check]:
    """Run all checks in usually 3 s, at most a minute; the frameworks run in separate processes.

    `content` is the folder with lessons/ and exercises/; `home` is the folder with the learner's progress.
    """
    looks: list[Callable[[], Check]] = [
        check_python,
        check_numpy,
        check_mxnet,
        check_torch,
        check_sandbox,
        check_gpus,
        check_terminal,
        lambda: check_progress(home),
        lambda: check_content(content),
    ]
    with ThreadPoolExecutor(max_workers=4) as pool:
        return list(pool.map(lambda look: look(), looks))


def check_python(version: tuple[int, int] | None = None) -> Check:
    """Check whether MXNet 1.9.1 runs on this Python."""
    found = version or sys.version_info[:2]
    detail = (
        f"{platform.python_implementation()} {platform.python_version()} on {platform.system()} {platform.machine()}."
    )
    return Check("python", found in PYTHONS, detail, "" if found in PYTHONS else "Use Python 3.10, 3.11 or 3.12.")


def check_numpy() -> Check:
    """Check whether MXNet 1.9.1 works with this NumPy."""
    wanted = "1.26.4" if sys.version_info >= (3, 12) else "1.23.5"
    found = version_of("numpy")
    if found is None:
        return Check("numpy", False, "NumPy is missing.", _AGAIN)
    works = tuple(int(part) for part in found.split(".")[:2]) < (2, 0)
    return Check("numpy", works, f"NumPy {found} ({wanted} is tested).", "" if works else _AGAIN)


def check_mxnet() -> Check:
    """Check whether MXNet can be imported and computes."""
    if version_of("mxnet") is None:
        fix = f"{_AGAIN} mxtutor runs on Linux (x86-64)."
        return Check("mxnet", False, "MXNet is missing.", fix)
    out, failure = run_python("-c", MXNET_SCRIPT)
    if failure:
        fix = _LIBRARIES if "cannot open shared object file" in failure else _AGAIN
        return Check("mxnet", False, f"MXNet cannot be used: {failure}", fix)
    version, build, gpus = out.split()
    return Check("mxnet", True, f"MXNet {version}, {build} build, {count(int(gpus), 'usable GPU')}.")


def check_torch() -> Check:
    """Check whether torch can be imported and computes."""
    if version_of("torch") is None:
        return Check("torch", False, "torch is missing: exercises cannot be graded, lessons can be read.", _TORCH)
    out, failure = run_python("-c", _TORCH_SCRIPT)
    if failure:
        return Check("torch", False, f"torch cannot be used: {failure}", _TORCH)
    version, build = out.strip().split(maxsplit=1)
    return Check("torch", True, f"torch {version.partition('+')[0]}, {build} build.")


def check_sandbox() -> Check:
    """Check which layers of the sandbox work here."""
    out, failure = run_python("-m", "mxtutor.grading.sandbox")
    if failure:
        return Check("sandbox", False, f"The layers cannot be tested: {failure}", _AGAIN)
    found = json.loads(out)
    layers = found["layers"]
    works = [layer["name"] for layer in layers if layer["ok"]]
    missing = [layer for layer in layers if not layer["ok"] and layer["needed"]]
    detail = f"These layers confine answers: {', '.join(works) or 'none'}."
    detail += "".join(f" {layer['name']} is missing: {layer['detail']}" for layer in missing)
    if not found["safe_for_untrusted"]:
        detail += " That suffices for your own answers, not for the answers of other people."
    return Check("sandbox", bool(works), detail, " ".join(dict.fromkeys(layer["fix"] for layer in missing)))


def check_gpus(query: Callable[[], list[Gpu]] = find_gpus) -> Check:
    """Find the GPUs, and check whether the published MXNet builds run on them."""
    gpus = query()
    if not gpus:
        return Check("gpu", True, "No NVIDIA GPU: GPU exercises run on CPU contexts in place of GPUs.")
    named = ", ".join(f"{gpu.name} (compute capability {gpu.capability or 'unknown'})" for gpu in gpus)
    if all(gpu.runs_mxnet for gpu in gpus):
        detail = f"{named}: the GPU builds of MXNet (mxnet-cu112, mxnet-cu117) contain code for it. {_GPU_UNTRIED}"
        return Check("gpu", True, detail, "If a GPU run fails, use `--device standin`: CPU contexts in place of GPUs.")
    detail = (
        f"{named}. The published GPU builds of MXNet (mxnet-cu112, mxnet-cu117) contain code only for compute"
        " capability 5.0 to 8.6, so newer GPUs (Hopper is 9.0) cannot run them."
    )
    fix = "Do the GPU exercises on CPU contexts in place of GPUs: `--device standin`, which `auto` chooses here."
    return Check("gpu", True, detail, fix)


def check_terminal(environ: Mapping[str, str] = os.environ, size: os.terminal_size | None = None) -> Check:
    """Check the size of the terminal, its colours and its characters."""
    columns, lines = size or shutil.get_terminal_size()
    term = environ.get("TERM", "")
    colours = _colours(environ, term)
    encoding = (environ.get("LC_ALL") or environ.get("LC_CTYPE") or environ.get("LANG") or "").lower()
    letters = "Unicode" if "utf-8" in encoding or "utf8" in encoding else "ASCII (no UTF-8 locale)"
    detail = f"{columns} x {lines}, {colours}, {letters}, TERM={term or 'unset'}."
    fixes = []
    if columns < _SMALLEST[0] or lines < _SMALLEST[1]:
        fixes.append("Enlarge the terminal to at least 80 x 24.")
    if term in ("", "dumb"):
        fixes.append("Set TERM to the type of the terminal, such as xterm-256color.")
    if letters != "Unicode":
        fixes.append("Set LANG to a UTF-8 locale, such as C.UTF-8.")
    return Check("terminal", columns >= 40 and lines >= 12, detail, " ".join(fixes))


def check_progress(home: Path) -> Check:
    """Check whether progress can be read and written."""
    try:
        from mxtutor.progress.store import open_store

        with closing(open_store(home)) as store:
            done = sum(standing.status == "done" for standing in store.standings().values())
            return Check("progress", True, f"{home}: {count(done, 'exercise')} solved. {store.notice}".strip())
    except TutorError as error:
        return Check("progress", False, error.message, error.fix)
    except ImportError as error:
        return Check("progress", False, f"{error.name} is missing.", _AGAIN)


def check_content(root: Path) -> Check:
    """Check whether every lesson and exercise can be read."""
    try:
        from mxtutor.content.lessons import load_lesson
        from mxtutor.content.loader import load_course, load_exercise

        course = load_course(root)
        for lesson in course.lessons:
            load_lesson(lesson.path)
        for exercise in course.exercises:
            load_exercise(course.folder(exercise), exercise)
    except TutorError as error:
        return Check("content", False, error.message, error.fix or "Reinstall mxtutor, or fix the pack.")
    except ImportError as error:
        return Check("content", False, f"{error.name} is missing.", _AGAIN)
    shown = f"{count(len(course.lessons), 'lesson')}, {count(len(course.exercises), 'exercise')}"
    return Check("content", True, f"{root}: {shown}.")


def version_of(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def run_python(*arguments: str) -> tuple[str, str]:
    """Run this Python with arguments; return its output, and its error in one line (empty if it succeeded)."""
    root = str(Path(__file__).resolve().parents[2])
    path = os.pathsep.join(part for part in (root, os.environ.get("PYTHONPATH", "")) if part)
    environ = {**os.environ, "PYTHONPATH": path}
    try:
        done = subprocess.run(
            [sys.executable, *arguments],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_PROBE_SECONDS,
            env=environ,
            cwd=os.sep,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return "", " ".join(str(error).split())
    if done.returncode != 0:
        telling = done.stderr.strip().splitlines() or [f"exit status {done.returncode}"]
        return "", telling[-1]
    return done.stdout, ""


def _colours(environ: Mapping[str, str], term: str) -> str:
    if environ.get("NO_COLOR"):
        return "no colours (NO_COLOR)"
    if environ.get("COLORTERM", "") in ("truecolor", "24bit"):
        return "16 million colours"
    return "256 colours" if "256color" in term else "16 colours or fewer"
