"""The folders of content, progress and answers."""

from __future__ import annotations

import os
from pathlib import Path

from mxtutor.typed_paths import resolved

HOME_VARIABLE = "MXTUTOR_HOME"


def content_root() -> Path:
    """Return the folder that holds `lessons/` and `exercises/`: the wheel's copy, else the checkout."""
    package = Path(__file__).resolve().parent
    packed = package / "_content"
    return packed if packed.is_dir() else package.parent


def home() -> Path:
    """Return the folder of progress, answers, config and logs; nothing is created.

    `MXTUTOR_HOME` names it; without that it is the platform's user data folder.
    """
    named = os.environ.get(HOME_VARIABLE)
    if named:
        return resolved(Path(named))
    import platformdirs  # the import takes 5 ms, and most commands of a workshop set MXTUTOR_HOME

    return Path(platformdirs.user_data_dir("mxtutor", appauthor=False))


def cache() -> Path:
    """Return the folder of caches; nothing is created.

    It is in the folder that `MXTUTOR_HOME` names; without that it is the platform's cache folder.
    """
    if os.environ.get(HOME_VARIABLE):
        return home() / "cache"
    import platformdirs

    return Path(platformdirs.user_cache_dir("mxtutor", appauthor=False))
