"""`python -m mxtutor` is the `mxtutor` command."""

from __future__ import annotations

from mxtutor.cli import main

raise SystemExit(main())
