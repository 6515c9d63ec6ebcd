"""Print which layers work here as JSON: `python -m mxtutor.grading.sandbox`."""

from __future__ import annotations

import json
from dataclasses import asdict

from mxtutor.grading.sandbox.probe import probe, safe_for_untrusted


def main() -> None:
    """Write one object to standard output."""
    found = probe()
    print(json.dumps({**asdict(found), "safe_for_untrusted": safe_for_untrusted(found)}, indent=2))


if __name__ == "__main__":
    main()
