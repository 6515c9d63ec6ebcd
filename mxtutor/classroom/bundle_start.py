"""Installs mxtutor from this folder, without network, and starts it: `python3 start.py`.

`mxtutor workshop bundle` copies this file into each bundle as `start.py`. The first run makes a virtual environment
below the user's data folder (or in MXTUTOR_BUNDLE_HOME) and installs the wheels of the folder; later runs start at
once. Arguments are passed to mxtutor, which runs with the workshop of the bundle.

Standard library only, and syntax of Python 3.6, so that an old Python can say which one to use instead.
"""

import contextlib
import glob
import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
from typing import Any, Dict, Iterator, List, NoReturn, Optional

HERE = os.path.dirname(os.path.abspath(__file__))
WHEELS = os.path.join(HERE, "wheels")
PINS = os.path.join(HERE, "requirements.txt")


def main(arguments: List[str]) -> None:
    """Check the machine, install if needed, and replace this process by mxtutor; does not return."""
    bundle = read_bundle()
    refuse_other_machines(bundle)
    use_right_python(bundle, arguments)
    place = os.path.join(os.path.abspath(home()), digest()[:16])
    tutor = os.path.join(place, "venv", "bin", "mxtutor")
    if not is_complete(place):
        try:
            with lock(place):
                if not is_complete(place):
                    set_up(place)
        except KeyboardInterrupt:
            fail("stopped. Run the same command again to set mxtutor up.", 130)
        except OSError as error:
            fail("{} cannot be written: {}. Free space, or set MXTUTOR_BUNDLE_HOME.".format(place, error))
    chosen = [word for word in arguments if word.split("=")[0] in ("--workshop", "--pack", "--path")]
    for kind in ("workshop", "path"):
        file = os.path.join(place, "workshop", kind + ".yaml")
        if os.path.exists(file) and not chosen:
            arguments = ["--" + kind, file, *arguments]
    sys.stderr.flush()
    os.execv(tutor, [tutor, *arguments])


def fail(message: str, code: int = 3) -> NoReturn:
    """Exit with one line on standard error."""
    sys.stderr.write("start: {}\n".format(message))
    sys.exit(code)


def say(message: str) -> None:
    """Print a message to standard error; standard output is for mxtutor's data."""
    sys.stderr.write(message + "\n")
    sys.stderr.flush()


def read_bundle() -> Dict[str, Any]:
    """Return the requirements of the bundle, from bundle.json."""
    try:
        with open(os.path.join(HERE, "bundle.json"), encoding="utf-8") as file:
            bundle = dict(json.load(file))
            return {key: bundle[key] for key in ("python", "system", "machine", "glibc", "mxtutor")}
    except (OSError, ValueError, TypeError, KeyError):
        return fail("bundle.json is missing or damaged. Copy the whole folder again.")


def refuse_other_machines(bundle: Dict[str, Any]) -> None:
    """Exit if the wheels cannot run on this system, processor or C library."""
    found = "{} on {}".format(platform.system(), platform.machine())
    wanted = "{} on {}".format(bundle["system"], bundle["machine"])
    if found != wanted:
        fail(
            "this bundle is for {}; this machine is {}. Make another bundle on such a machine.".format(wanted, found), 2
        )
    name, version = platform.libc_ver()
    parts = [int(part) for part in version.split(".")[:2] if part.isdigit()]
    if name == "glibc" and parts < list(bundle["glibc"]):
        least = ".".join(str(part) for part in bundle["glibc"])
        fail("this bundle needs glibc {} or newer; this machine has {}. Use a newer system.".format(least, version), 2)


def use_right_python(bundle: Dict[str, Any], arguments: List[str]) -> None:
    """Return if this Python has the bundle's version; else start again with one on PATH, or exit."""
    if "{}.{}".format(*sys.version_info[:2]) == bundle["python"]:
        return
    other = shutil.which("python{}".format(bundle["python"]))
    if other and runs_as(other) == bundle["python"]:
        os.execv(other, [other, os.path.abspath(__file__), *arguments])
    text = "this bundle is for Python {}; this is {}. Install Python {} and run the same command again."
    fail(text.format(bundle["python"], platform.python_version(), bundle["python"]), 2)


def runs_as(python: str) -> Optional[str]:
    """Return the version of another Python, such as "3.11"; None if it does not run."""
    script = "import sys, venv; print('{}.{}'.format(*sys.version_info[:2]))"
    try:
        out = subprocess.run([python, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=30)
    except (OSError, subprocess.SubprocessError):
        return None
    return out.stdout.decode(errors="replace").strip() or None


def home() -> str:
    """Return the folder that contains the environments of all bundles."""
    data = os.environ.get("XDG_DATA_HOME") or os.path.join(os.path.expanduser("~"), ".local", "share")
    return os.environ.get("MXTUTOR_BUNDLE_HOME") or os.path.join(data, "mxtutor-bundle")


def digest() -> str:
    """Return a hash of all files that the installation uses: another bundle gets another environment."""
    total = hashlib.sha256()
    names = [PINS, os.path.join(HERE, "bundle.json")]
    for folder, folders, files in os.walk(os.path.join(HERE, "workshop")):
        folders.sort()
        names += [os.path.join(folder, name) for name in sorted(files)]
    try:
        for name in names:
            with open(name, "rb") as file:
                total.update(os.path.relpath(name, HERE).encode() + b"\0" + file.read() + b"\0")
    except OSError as error:
        fail("{} cannot be read. Copy the whole folder again.".format(error.filename))
    return total.hexdigest()


def is_complete(place: str) -> bool:
    """Return whether an installation in that folder was completed."""
    return os.path.exists(os.path.join(place, "complete"))


@contextlib.contextmanager
def lock(place: str) -> Iterator[None]:
    """Let only one process at a time install into a folder."""
    import fcntl

    os.makedirs(place, exist_ok=True)
    with open(os.path.join(place, "lock"), "w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("Another set-up from this bundle is running; waiting for it.")
            fcntl.flock(file, fcntl.LOCK_EX)
        except OSError:
            pass  # some network file systems have no locks
        yield


def set_up(place: str) -> None:
    """Make the virtual environment, install the wheels and copy the workshop."""
    say("Setting mxtutor up in {} (once, without network; about a minute).".format(place))
    venv = os.path.join(place, "venv")
    python = os.path.join(venv, "bin", "python")
    # Without pip: this also works without ensurepip (Debian without python3-venv), and the bundle has a pip.
    step("Making the virtual environment", [sys.executable, "-m", "venv", "--without-pip", "--clear", venv])
    installers = glob.glob(os.path.join(WHEELS, "pip-*.whl"))
    if not installers:
        fail("the bundle has no wheel of pip. Copy the whole folder again.")
    pip = [python, "-I", os.path.join(installers[0], "pip"), "--isolated", "--disable-pip-version-check", "--no-input"]
    offline = ["--no-index", "--find-links", WHEELS, "--require-hashes", "--no-cache-dir", "-r", PINS]
    refuse_damaged_wheels()
    step("Installing mxtutor {}".format(read_bundle()["mxtutor"]), [*pip, "install", *offline])
    source, target = os.path.join(HERE, "workshop"), os.path.join(place, "workshop")
    shutil.rmtree(target, ignore_errors=True)
    if os.path.isdir(source):
        shutil.copytree(source, target)
    with open(os.path.join(place, "complete"), "w"):
        pass


def refuse_damaged_wheels() -> None:
    """Exit with the name of a wheel whose hash is wrong; pip would not name it."""
    with open(PINS, encoding="utf-8") as file:
        pins = file.read()
    for name in sorted(glob.glob(os.path.join(WHEELS, "*.whl"))):
        total = hashlib.sha256()
        with open(name, "rb") as wheel:
            for piece in iter(lambda: wheel.read(1 << 20), b""):
                total.update(piece)
        if "sha256:" + total.hexdigest() not in pins:
            fail("wheels/{} is damaged. Copy it again.".format(os.path.basename(name)))


def step(title: str, command: List[str]) -> None:
    """Run a command; exit with its last error lines if it fails."""
    say("  {} ...".format(title))
    # pip reads the machine's settings and PIP_CONFIG_FILE even with --isolated; with os.devnull it reads none.
    environ = dict(os.environ, PIP_CONFIG_FILE=os.devnull)
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, env=environ
    )
    if done.returncode == 0:
        return
    lines = [line.strip() for line in done.stdout.decode(errors="replace").splitlines() if line.strip()]
    for line in [line for line in lines if line.startswith("ERROR")][-3:] or lines[-3:]:
        say("    " + line)
    fail("set-up failed; the line above says why. Copy the folder again, or free space, then run this again.")


if __name__ == "__main__":
    main(sys.argv[1:])
