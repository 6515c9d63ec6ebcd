"""A resident grader that takes its course for mxtutor's own, whose references may write files and look at them."""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn

from mxtutor.grading.service import control, resident, server


def main(ready: int, folder: str, key: str, root: str, confined: bool, idle_seconds: float) -> NoReturn:
    """Serve like `resident.main`."""
    setattr(server, "content_root", lambda: Path(root))  # noqa: B010 - the module does not export it
    for module in (resident, control):
        setattr(module, "MODULE", __name__)  # noqa: B010 - mypy sees the constant as final
    resident.main(ready, folder, key, root, confined, idle_seconds)
