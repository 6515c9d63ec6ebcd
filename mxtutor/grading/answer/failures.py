"""Describes an exception of an answer: its message, its own frames, and what the sandbox refused and why."""

from __future__ import annotations

import errno
import linecache
import os
import re
import sys
import traceback
from types import TracebackType
from typing import Any

PROCESSES = (
    "mxtutor's sandbox does not let this answer start processes: they could outlive the check. "
    "Use num_workers=0 (or thread_pool=True) in a DataLoader, and threads or a loop elsewhere."
)
NETWORK = (
    "mxtutor's sandbox gives answers no network, so nothing can be downloaded or connected. "
    "Work with the arguments that the function gets."
)
FILES = (
    "mxtutor's sandbox refused this file: an answer writes in its working folder alone and sees no other files of this "
    "machine. Use a relative path, or one that the function gets; nothing can be downloaded."
)
FULL = "mxtutor's sandbox lets an answer write 64 MiB in all, and 32 MiB in one file. Write less."
HANDLES = "mxtutor's sandbox lets an answer keep 256 files open. Close files after use."
THREADS = "mxtutor's sandbox limits the threads and processes of an answer. Start fewer."
OTHER = (
    "mxtutor's sandbox refused this request to the system. An answer may compute, use threads, and read and write "
    "files in its working folder."
)
_PROCESS = re.compile(r"\b(fork|forkpty|spawn\w*|posix_spawn\w*|exec[lv]p?e?|popen|Popen|fork_exec|Pool|Process)\b")
_NETWORK = re.compile(r"\b(socket|connect|bind|getaddrinfo|create_connection|urlopen)\b")
_SEARCHED_FRAMES = 3
"""Number of innermost frames of a traceback that are searched for the refused call."""
_FRAMEWORKS = {
    "MXNet": ("mxnet",),
    "PyTorch": ("torch", "torchvision", "torchaudio", "torchmetrics", "torchtext", "lightning", "pytorch_lightning"),
}
"""The packages of each framework, its own first; an answer can use the framework that its process has imported."""
_REFUSED = (errno.EPERM, errno.EACCES, errno.EROFS, errno.ENOSYS)


def explain(error: BaseException) -> str:
    """Return what the sandbox refused and what to do instead; empty if the error has another cause."""
    if isinstance(error, ModuleNotFoundError):
        return _module(error.name or "")
    if isinstance(error, OSError):
        return _system(error)
    text = str(error)
    if isinstance(error, RuntimeError) and "can't start new thread" in text:
        return THREADS
    if "LocalFileSystem" in text and re.search(r"Permission denied|Read-only file system", text):
        return FILES
    return ""


def _module(name: str) -> str:
    root = name.partition(".")[0]
    own = next((words for words, packages in _FRAMEWORKS.items() if packages[0] in sys.modules), "MXNet")
    other = next((words for words, packages in _FRAMEWORKS.items() if root in packages and words != own), "")
    if other:
        return (
            f"{root} is not available to answers: {other} computes the reference result in another process. "
            f"Write the function in {own}."
        )
    if not root or root == _FRAMEWORKS[own][0] or root in sys.stdlib_module_names or root in sys.modules:
        return ""
    return f"{root} is not available to answers: an answer is one file with the standard library, NumPy and {own}."


def _system(error: OSError) -> str:
    tried = _tried(error)
    if type(error).__name__ in ("gaierror", "URLError", "ConnectionError", "NewConnectionError"):
        return NETWORK
    if error.errno in _REFUSED:
        if _PROCESS.search(tried):
            return PROCESSES
        if _NETWORK.search(tried):
            return NETWORK
        return FILES if error.filename is not None else OTHER
    if error.errno in (errno.ENOSPC, errno.EFBIG, errno.EDQUOT):
        return FULL
    if error.errno == errno.EMFILE:
        return HANDLES
    if error.errno == errno.EAGAIN and _PROCESS.search(tried):
        return THREADS
    if error.errno == errno.ENOENT and _is_elsewhere(error.filename):
        return FILES
    return ""


def _is_elsewhere(path: object) -> bool:
    """Return whether a path lies outside the working folder, the temporary folder and the home folder."""
    if not isinstance(path, (str, bytes)):
        return False
    allowed = (os.getcwd(), os.environ.get("TMPDIR", "/tmp"), os.environ.get("HOME", "/"))  # noqa: S108
    text = os.fsdecode(path)
    return os.path.isabs(text) and not any(text == o or text.startswith(f"{o.rstrip('/')}/") for o in allowed)


def _tried(error: OSError) -> str:
    """Return the lines of the innermost frames with the names of their functions."""
    frames = list(traceback.walk_tb(error.__traceback__))[-_SEARCHED_FRAMES:]
    lines = [(f.f_code.co_name, linecache.getline(f.f_code.co_filename, line)) for f, line in frames]
    return "\n".join(f"{name} {line.strip()}" for name, line in lines)


FILE = "answer.py"
MAX_TEXT = 4000
MAX_FULL = 20_000


def register(source: str) -> None:
    """Make the answer's lines known to tracebacks."""
    linecache.cache[FILE] = (len(source), None, source.splitlines(keepends=True), FILE)


def describe_failure(error: BaseException) -> dict[str, Any]:
    """Return type, text, line and frames of an exception; `str(error)` may run code of the answer and fail."""
    name = type(error).__name__
    try:
        text = str(error)
    except BaseException as inner:  # learner code
        text = f"(its text cannot be read: {type(inner).__name__})"
    if isinstance(error, SyntaxError) and error.filename == FILE:
        frames = [f"line {error.lineno}: {(error.text or '').strip()}"] if error.lineno else []
        return {
            "type": name,
            "text": str(error.msg)[:MAX_TEXT],
            "line": error.lineno,
            "frames": frames,
            "full": text[:MAX_FULL],
        }
    if isinstance(error, MemoryError) and not text:
        text = "the answer asks for more memory than it may take"
    own = _own_frames(error.__traceback__)
    return {
        "type": name,
        "text": essential_text(name, text)[:MAX_TEXT],
        "line": own[-1][0] if own else None,
        "frames": [f"line {line}, in {function}: {source}" for line, function, source in own][-20:],
        "full": _full(error, text),
        "sandbox": _explained(error),
    }


def _explained(error: BaseException) -> str:
    try:
        return explain(error)
    except BaseException:  # the answer may define the class of the error
        return ""


def essential_text(name: str, text: str) -> str:
    """Return the text of an error without C++ frames, which MXNet puts before the message."""
    marker = f"{name}: "
    if "Traceback (most recent call last)" in text:
        text = text.rpartition(marker)[2] if marker in text else _after_frames(text)
    return text.strip().removeprefix(marker)  # some texts of MXNet begin with the name of the type


def _after_frames(text: str) -> str:
    """Return what follows the last line of the form `File "..", line 3`; the whole text if nothing does."""
    return text.rpartition("\n  File ")[2].partition("\n")[2] or text


def _own_frames(trace: TracebackType | None) -> list[tuple[int, str, str]]:
    found = []
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename == FILE:
            found.append((trace.tb_lineno, code.co_name, linecache.getline(FILE, trace.tb_lineno).strip()))
        trace = trace.tb_next
    return found


def _full(error: BaseException, text: str) -> str:
    """Return the traceback from the answer's first frame on; the frames of the grader are left out."""
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename != FILE:
        trace = trace.tb_next
    try:
        return "".join(traceback.format_exception(type(error), error, trace or error.__traceback__))[-MAX_FULL:]
    except BaseException:  # learner code in __str__ or __cause__
        return text[:MAX_FULL]
