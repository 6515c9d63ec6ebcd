"""`python -m mxtutor` is the `mxtutor` command."""

from __future__ import annotations

import sys

if not getattr(sys.flags, "safe_path", False) and not sys.flags.isolated:
    del sys.path[0]  # the current folder: a hand-in there may contain a module with the name click, numpy or yaml

from mxtutor.cli import main

raise SystemExit(main())
