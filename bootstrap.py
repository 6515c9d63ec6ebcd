"""Sets mxtutor up in `.venv/` beside this file, once, and runs it.

    python3 bootstrap.py tutor [ARGUMENT ...]    the tutor; takes the arguments of `mxtutor`
    python3 bootstrap.py tests [ARGUMENT ...]    all checks; takes the arguments of pytest

MXTUTOR_TORCH says which PyTorch may be installed. `cpu` (default) takes a CPU build: from pip's own index, or else from
the index in MXTUTOR_TORCH_INDEX (default: PyTorch's index of CPU builds). `any` takes what pip offers, CUDA builds of
several gigabytes included. `none` leaves PyTorch out.

Standard library only, and syntax that Python 3.6 can read, so that an old Python can say which one to use instead.
"""

import contextlib
import glob
import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import threading
import time
from typing import Dict, Iterator, List, NoReturn, Optional

ROOT = os.path.dirname(os.path.abspath(__file__))
VENV = os.path.join(ROOT, ".venv")
PYTHON = os.path.join(VENV, "bin", "python")
TUTOR = os.path.join(VENV, "bin", "mxtutor")
STAMP = os.path.join(VENV, "mxtutor-setup.json")
UNFINISHED = os.path.join(VENV, "mxtutor-setup.unfinished")
LOG = os.path.join(VENV, "mxtutor-setup.log")
SUPPORTED = ((3, 11), (3, 12), (3, 10))
"""Python versions that MXNet and the pins are proven on, the best first."""
TORCH_CHOICES = ("cpu", "any", "none")
TORCH_INDEX = "https://download.pytorch.org/whl/cpu"
"""PyTorch's own index of CPU builds; the variable MXTUTOR_TORCH_INDEX replaces it."""


def main(arguments: List[str]) -> None:
    """Set up what the mode needs and become the tutor or the checks; does not return."""
    mode = arguments[0] if arguments else ""
    torch = os.environ.get("MXTUTOR_TORCH") or "cpu"
    if mode not in ("tutor", "tests"):
        fail("Say what to run: `python3 bootstrap.py tutor` or `python3 bootstrap.py tests`.", 2)
    if torch not in TORCH_CHOICES:
        fail("MXTUTOR_TORCH is {!r}; it must be one of {}.".format(torch, ", ".join(TORCH_CHOICES)), 2)
    if os.name != "posix":
        fail("mxtutor runs on Linux; on Windows run this command inside WSL.")
    if not ready(mode, torch_asked_for()):
        use_supported_python(arguments)
        with setup_lock() as lock:
            if not ready(mode, torch_asked_for()):
                set_up(mode, torch, lock)
    command = [TUTOR] if mode == "tutor" else [PYTHON, os.path.join(ROOT, "tests", "checks.py")]
    os.execv(command[0], command + arguments[1:])


def fail(message: str, code: int = 3) -> NoReturn:
    """End with one line on standard error."""
    sys.stderr.write("bootstrap: {}\n".format(message))
    sys.exit(code)


def say(message: str) -> None:
    """Tell people something; standard output belongs to the tutor's data."""
    sys.stderr.write(message + "\n")
    sys.stderr.flush()


def digest() -> str:
    """Return a hash of all that decides what is installed, the checkout's place included (scripts hold it)."""
    paths = [os.path.join(ROOT, name) for name in ("pyproject.toml", "hatch_build.py", "bootstrap.py")]
    total = hashlib.sha256(ROOT.encode())
    for path in paths + sorted(glob.glob(os.path.join(ROOT, "requirements", "*.txt"))):
        with open(path, "rb") as file:
            total.update(file.read() + b"\0")
    return total.hexdigest()


def torch_asked_for() -> bool:
    """Return whether the environment asks for PyTorch by name, so that a set-up without it is tried again."""
    return os.environ.get("MXTUTOR_TORCH") in ("cpu", "any") or bool(os.environ.get("MXTUTOR_TORCH_INDEX"))


def ready(mode: str, with_torch: bool) -> bool:
    """Return whether `.venv/` holds what the mode needs; `with_torch` if a set-up without PyTorch does not suffice."""
    stamp = read_stamp()
    complete = stamp.get("digest") == digest() and (mode == "tutor" or bool(stamp.get("tests")))
    return complete and bool(stamp.get("torch") or not with_torch) and os.path.exists(PYTHON) and os.path.exists(TUTOR)


def read_stamp() -> Dict[str, object]:
    """Return what the last complete set-up noted; nothing when there is none."""
    try:
        with open(STAMP, encoding="utf-8") as file:
            return dict(json.load(file))
    except (OSError, ValueError, TypeError):
        return {}


def use_supported_python(arguments: List[str]) -> None:
    """Return when the running Python will do; else go on under one on PATH that does, or end."""
    if usable(sys.executable) == sys.version_info[:2]:
        return
    for version in SUPPORTED:
        for folder in os.environ.get("PATH", "").split(os.pathsep):
            candidate = os.path.join(folder, "python{}.{}".format(*version))
            if os.access(candidate, os.X_OK) and usable(candidate) == version:
                os.execv(candidate, [candidate, os.path.join(ROOT, "bootstrap.py"), *arguments])
    if sys.version_info[:2] in SUPPORTED:
        package = "python{}.{}-venv".format(*sys.version_info[:2])
        fail(
            "this Python cannot make virtual environments; on Debian or Ubuntu: `sudo apt install {}`.".format(package)
        )
    found = platform.python_version()
    fail("mxtutor needs Python 3.10, 3.11 or 3.12; this is {} and none of them is on PATH. Install one.".format(found))


def usable(python: str) -> Optional[tuple]:  # type: ignore[type-arg]
    """Return a Python's version when it is supported and can make virtual environments.

    It is really run: the shims of version managers exist for Pythons that are not there.
    """
    script = "import sys, venv, ensurepip; print(*sys.version_info[:2])"
    try:
        out = subprocess.run([python, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=30)
        version = tuple(int(part) for part in out.stdout.split())
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    return version if version in SUPPORTED else None


@contextlib.contextmanager
def setup_lock() -> Iterator[int]:
    """Hold the checkout's lock, so that two set-ups do not write into one `.venv/`; yields its descriptor."""
    import fcntl

    with open(os.path.join(ROOT, "bootstrap.py")) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("Another set-up of this checkout is running; waiting for it.")
            fcntl.flock(file, fcntl.LOCK_EX)
        except OSError:
            pass  # some network file systems have no locks; a set-up by one person at a time still works
        yield file.fileno()


def set_up(mode: str, torch: str, lock: int) -> None:
    """Make `.venv/` hold what the mode needs and note that it does."""
    began = time.time()
    say("Setting mxtutor up in {} (once; Python {}).".format(VENV, platform.python_version()))
    tests = mode == "tests" or bool(read_stamp().get("tests"))
    try:
        if os.path.exists(STAMP):
            os.remove(STAMP)  # from here on `.venv/` may be incomplete
        make_venv(lock)
        source = None if torch == "none" else choose_torch(torch, lock)
        install(tests, source, lock)
        stamp = {"digest": digest(), "tests": tests, "torch": source is not None}
        with open(STAMP + ".new", "w") as file:
            json.dump(stamp, file)
        os.replace(STAMP + ".new", STAMP)
    except KeyboardInterrupt:
        say("")
        fail("stopped. Run the same command again to set mxtutor up.", 130)
    except OSError as error:
        fail("{} cannot be written: {}. Free space or fix its permissions, then run this again.".format(VENV, error))
    say("Set up in {:.0f} s.".format(time.time() - began))


def make_venv(lock: int) -> None:
    """Make `.venv/`, anew when it does not run, has no pip, or an installation into it was cut off."""
    if not os.path.exists(UNFINISHED) and usable(PYTHON) and pip_version() is not None:
        return
    step("Making the virtual environment", [sys.executable, "-m", "venv", "--clear", VENV], lock)
    version = pip_version()
    if version is None:
        fail("the virtual environment has no pip. Remove {} and run this again with another Python.".format(VENV))
    if version < (22, 3):  # older ones cannot say what they would install
        step("Updating pip", pip("install", "--upgrade", "pip"), lock)


def pip(*arguments: str) -> List[str]:
    """Return a command line of the virtual environment's pip, shielded from PYTHONPATH."""
    return [PYTHON, "-I", "-m", "pip", "--disable-pip-version-check", "--no-input", *arguments]


def pip_version() -> Optional[tuple]:  # type: ignore[type-arg]
    """Return the version of the virtual environment's pip; None without one."""
    try:
        out = subprocess.run(pip("--version"), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=60).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    found = re.match(rb"pip (\d+)\.(\d+)", out)
    return (int(found.group(1)), int(found.group(2))) if found else None


def pinned_torch() -> str:
    """Return the requirement of torch in pyproject.toml, such as `torch==2.13.0`."""
    with open(os.path.join(ROOT, "pyproject.toml"), encoding="utf-8") as file:
        pinned = re.search(r'"(torch==[^";]+)"', file.read())
    assert pinned
    return pinned.group(1)


def choose_torch(choice: str, lock: int) -> Optional[List[str]]:
    """Return the options with which pip installs the pinned torch; None leaves torch out, and the reason is printed.

    pip's own index comes first. Where it offers only the CUDA build, the index of CPU builds is asked for the same
    version. The CUDA build is installed only when the person at the terminal, or MXTUTOR_TORCH=any, agrees.
    """
    installed = "torch-{}*.dist-info".format(pinned_torch().partition("==")[2])
    if glob.glob(os.path.join(VENV, "lib", "python*", "site-packages", installed)):
        return []
    offered = ask_pip("Looking for {}".format(pinned_torch()), [], lock)
    if offered and (choice == "any" or not is_cuda_build(offered)):
        return []
    index = os.environ.get("MXTUTOR_TORCH_INDEX") or TORCH_INDEX
    from_index = ["--index-url", index]
    bounded = ["--retries", "1", "--timeout", "20"]  # an index that cannot be reached costs half a minute, not five
    build = ask_pip("Looking for its CPU build in {}".format(index), from_index + bounded, lock)
    if build and not is_cuda_build(build):
        return from_index
    if not offered:
        say("  No build of torch fits this Python and system. Without torch exercises cannot be graded.")
        return None
    say("  No CPU build was found there. pip offers only the CUDA build of torch, which is several gigabytes.")
    if sys.stdin.isatty() and input("  Install the CUDA build? [y/N] ").strip().lower() in ("y", "yes"):
        return []
    say("  mxtutor is set up without torch: lessons can be read, exercises cannot be graded.")
    say("  To try again: MXTUTOR_TORCH=cpu, same command. To accept the CUDA build: MXTUTOR_TORCH=any.")
    return None


def ask_pip(title: str, options: List[str], lock: int) -> Optional[Dict[str, object]]:
    """Return the metadata of the torch that pip would install with these options; None if it finds none.

    pip reports without dependencies: those of a CUDA build are several gigabytes.
    """
    report = os.path.join(VENV, "torch.json")
    ask = pip("install", "--dry-run", "--ignore-installed", "--no-deps", "--quiet", "--report", report, *options)
    if step(title, [*ask, pinned_torch()], lock, needed=False) != 0:
        return None
    with open(report, encoding="utf-8") as file:
        return dict(json.load(file)["install"][0]["metadata"])


def is_cuda_build(metadata: Dict[str, object]) -> bool:
    """Return whether a torch, given pip's report of its metadata, requires CUDA libraries on this system."""
    if "+cpu" in str(metadata["version"]) or platform.system() != "Linux":
        return False
    needs = metadata.get("requires_dist") or []
    assert isinstance(needs, list)
    return any(re.match(r"(nvidia|cuda|triton)", need) and "extra ==" not in need for need in needs)


def install(tests: bool, torch: Optional[List[str]], lock: int) -> None:
    """Install the checkout in editable form and what it needs, as pinned; `torch` as `choose_torch` returns it."""
    pins = os.path.join(ROOT, "requirements", "python{}.{}.txt".format(*(usable(PYTHON) or SUPPORTED[0])))
    here = ROOT + ("[test]" if tests else "")
    if torch is None:
        step("Installing mxtutor", pip("install", "--no-deps", "-e", ROOT), lock)
        step("Installing what it needs", pip("install", "-c", pins, *needs_without_torch(tests)), lock)
        return
    if torch:
        step("Installing the CPU build of torch", pip("install", "--no-deps", *torch, pinned_torch()), lock)
    step("Installing mxtutor and what it needs", pip("install", "-c", pins, "-e", here), lock)


def needs_without_torch(tests: bool) -> List[str]:
    """Return the requirements of the installed mxtutor, but for torch."""
    script = "import importlib.metadata as m; print('\\n'.join(m.requires('mxtutor')))"
    lines = subprocess.check_output([PYTHON, "-I", "-c", script]).decode().splitlines()
    wanted = [line for line in lines if not line.startswith("torch=")]
    return [line.split(";")[0] if "extra ==" in line else line for line in wanted if tests or "extra ==" not in line]


def step(title: str, command: List[str], lock: int, needed: bool = True) -> int:
    """Run a command with its output in the log and its progress on screen; return its exit status.

    The command inherits the lock: should this process be killed, another set-up waits until the command is gone too.
    """
    began = time.time()
    latest = [""]
    done = threading.Event()
    ticker = threading.Thread(target=show_progress, args=(title, latest, done), daemon=True)
    os.makedirs(VENV, exist_ok=True)
    with open(UNFINISHED, "w"):
        pass
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, pass_fds=(lock,)
    )
    assert process.stdout
    ticker.start()
    lines = []
    for raw in process.stdout:
        lines.append(raw.decode(errors="replace").strip())
        if re.match("(Collecting|Downloading|Installing|Building|Using) ", lines[-1]):
            latest[0] = lines[-1]
    status = process.wait()
    done.set()
    ticker.join()
    os.makedirs(VENV, exist_ok=True)
    with open(LOG, "a", encoding="utf-8") as log:
        log.write("\n".join(["$ " + " ".join(command), *lines, "status {}".format(status), ""]))
    if status >= 0 and os.path.exists(UNFINISHED):
        os.remove(UNFINISHED)
    say("  {} ({:.0f} s){}".format(title, time.time() - began, "" if status == 0 or not needed else ": failed"))
    if status != 0 and needed:
        for line in [line for line in lines if line.startswith("ERROR")][-3:] or lines[-3:]:
            say("    " + line)
        fail("set-up failed; is the network there? All output is in {}. Then run the same command again.".format(LOG))
    return status


def show_progress(title: str, latest: List[str], done: threading.Event) -> None:
    """Show what a step does until it is done: one line that changes on a terminal, else a sign of life at times."""
    began = time.time()
    terminal = sys.stderr.isatty()
    while not done.wait(1 if terminal else 15):
        seconds = time.time() - began
        if terminal:
            width = shutil.get_terminal_size().columns - 1
            sys.stderr.write("\r\033[K" + "  {} ({:.0f} s) {}".format(title, seconds, latest[0])[:width])
        else:
            sys.stderr.write("  {} ({:.0f} s)\n".format(title, seconds))
        sys.stderr.flush()
    if terminal:
        sys.stderr.write("\r\033[K")


if __name__ == "__main__":
    main(sys.argv[1:])
