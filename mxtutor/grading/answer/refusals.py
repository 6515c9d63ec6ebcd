"""Explains errors that the sandbox causes: what it refused, why, and what to do instead."""

from __future__ import annotations

import errno
import linecache
import os
import re
import sys
import traceback

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
_TORCH = ("torch", "torchvision", "torchaudio", "torchmetrics", "torchtext", "lightning", "pytorch_lightning")
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
    if root in _TORCH:
        return (
            f"{root} is not available to answers: PyTorch computes the reference result in another process. "
            "Write the function in MXNet."
        )
    if not root or root == "mxnet" or root in sys.stdlib_module_names or root in sys.modules:
        return ""
    return f"{root} is not available to answers: an answer is one file with the standard library, NumPy and MXNet."


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
