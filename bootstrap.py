"""Sets mxtutor up once, in `.venv/` beside this file, and runs it.

    python3 bootstrap.py tutor [ARGUMENT ...]    the tutor; takes the arguments of `mxtutor`
    python3 bootstrap.py tests [ARGUMENT ...]    all checks; takes the arguments of pytest

MXTUTOR_TORCH says which PyTorch may be installed. `cpu` (default) takes a CPU build: from pip's index, or else from the
index in MXTUTOR_TORCH_INDEX (default: PyTorch's index of CPU builds). `any` takes what pip offers, CUDA builds of
several gigabytes included. `none` leaves PyTorch out.

It uses the standard library only, and syntax of Python 3.6, so that an old Python can say which one to use instead.
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
TORCH_INDEX = "https://download.pytorch.org/whl/cpu"
"""PyTorch's own index of CPU builds; the variable MXTUTOR_TORCH_INDEX replaces it."""


def main(arguments: List[str]) -> None:
    """Set up what the mode needs and become the tutor or the checks; does not return."""
    mode = arguments[0] if arguments else ""
    torch = os.environ.get("MXTUTOR_TORCH") or "cpu"
    if mode not in ("tutor", "tests"):
        fail("Say what to run: `python3 bootstrap.py tutor` or `python3 bootstrap.py tests`.", 2)
    if torch not in ("cpu", "any", "none"):
        fail("MXTUTOR_TORCH is {!r}; it must be one of cpu, any, none.".format(torch), 2)
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
    """Print a message; standard output is for the tutor's data."""
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
    """Return whether the environment asks for PyTorch, so that a set-up without it is repeated."""
    return os.environ.get("MXTUTOR_TORCH") in ("cpu", "any") or bool(os.environ.get("MXTUTOR_TORCH_INDEX"))


def ready(mode: str, with_torch: bool) -> bool:
    """Return whether `.venv/` holds what the mode needs; `with_torch`: PyTorch must be there, too."""
    stamp = read_stamp()
    complete = stamp.get("digest") == digest() and (mode == "tutor" or bool(stamp.get("tests")))
    return complete and bool(stamp.get("torch") or not with_torch) and os.path.exists(PYTHON) and os.path.exists(TUTOR)


def read_stamp() -> Dict[str, object]:
    """Return what the last complete set-up recorded; empty if there is none."""
    try:
        with open(STAMP, encoding="utf-8") as file:
            return dict(json.load(file))
    except (OSError, ValueError, TypeError):
        return {}


def use_supported_python(arguments: List[str]) -> None:
    """Return if the running Python is supported; else continue with a supported one on PATH, or end."""
    if usable(sys.executable) == sys.version_info[:2]:
        return
    for version in SUPPORTED:
        for folder in os.environ.get("PATH", "").split(os.pathsep):
            candidate = os.path.join(folder, "python{}.{}".format(*version))
            if os.access(candidate, os.X_OK) and usable(candidate) == version:
                os.execv(candidate, [candidate, os.path.join(ROOT, "bootstrap.py"), *arguments])
    if sys.version_info[:2] in SUPPORTED:
        fail("this Python cannot make virtual environments; on Debian or Ubuntu: `sudo apt install python{}.{}-venv`."
             .format(*sys.version_info[:2]))  # fmt: skip
    text = "mxtutor needs Python 3.10, 3.11 or 3.12; this is {} and none of them is on PATH. Install one."
    fail(text.format(platform.python_version()))


def usable(python: str) -> Optional[tuple]:  # type: ignore[type-arg]
    """Return a Python's version when it is supported and can make virtual environments."""
    # It is run, because version managers have shims for Pythons that are not installed.
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
    """Install what the mode needs in `.venv/` and record that."""
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
    if not os.path.exists(UNFINISHED) and usable(PYTHON) and os.path.exists(os.path.join(VENV, "bin", "pip")):
        return
    step("Making the virtual environment", [sys.executable, "-m", "venv", "--clear", VENV], lock)
    step("Checking its pip", pip("install", "pip>=22.3"), lock)  # older ones cannot report what they would install


def pip(*arguments: str) -> List[str]:
    """Return a command line of the virtual environment's pip; it ignores PYTHONPATH."""
    return [PYTHON, "-I", "-m", "pip", "--disable-pip-version-check", "--no-input", *arguments]


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
    """Return the metadata of the torch that pip would install with these options, without its dependencies."""
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
    needs = [str(need) for need in metadata.get("requires_dist") or ()]  # type: ignore[attr-defined]
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
    """Return the requirements of the installed mxtutor without torch."""
    script = "import importlib.metadata as m; print('\\n'.join(m.requires('mxtutor')))"
    lines = subprocess.check_output([PYTHON, "-I", "-c", script]).decode().splitlines()
    wanted = [line for line in lines if not line.startswith("torch=")]
    return [line.split(";")[0] if "extra ==" in line else line for line in wanted if tests or "extra ==" not in line]


def step(title: str, command: List[str], lock: int, needed: bool = True) -> int:
    """Run a command with its output in the log and its progress on screen; return its exit status.

    The command inherits the lock: if this process is killed, another set-up waits until the command has ended, too.
    """
    began, terminal = time.time(), sys.stderr.isatty()
    lines: List[str] = []
    os.makedirs(VENV, exist_ok=True)
    with open(UNFINISHED, "w"):
        pass
    show("  {} ...".format(title), terminal)
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, pass_fds=(lock,)
    )
    for raw in process.stdout or ():
        lines.append(raw.decode(errors="replace").strip())
        if terminal and re.match("(Collecting|Downloading|Installing|Building|Using) ", lines[-1]):
            show("  {} ({:.0f} s) {}".format(title, time.time() - began, lines[-1]), terminal)
    status = process.wait()
    os.makedirs(VENV, exist_ok=True)
    with open(LOG, "a", encoding="utf-8") as log:
        log.write("\n".join(["$ " + " ".join(command), *lines, "status {}".format(status), ""]))
    if status >= 0 and os.path.exists(UNFINISHED):
        os.remove(UNFINISHED)
    ended = "" if status == 0 or not needed else ": failed"
    say("{}  {} ({:.0f} s){}".format("\r\033[K" if terminal else "", title, time.time() - began, ended))
    if status != 0 and needed:
        for line in [line for line in lines if line.startswith("ERROR")][-3:] or lines[-3:]:
            say("    " + line)
        fail("set-up failed; check the network. All output is in {}. Then run the same command again.".format(LOG))
    return status


def show(line: str, terminal: bool) -> None:
    """Show what a step does: in one line that changes on a terminal, else in a line of its own."""
    width = shutil.get_terminal_size().columns - 1
    sys.stderr.write("\r\033[K" + line[:width] if terminal else line + "\n")
    sys.stderr.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
