"""Writes the pins of the running Python: `python3.11 requirements/pin.py` renews `requirements/python3.11.txt`.

Run it once with each supported Python after a change of the dependencies in pyproject.toml.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CUDA = re.compile(r"(nvidia|cuda|triton)")
"""Packages of a CUDA build of torch, which bootstrap.py does not install by itself."""


def main() -> None:
    """Ask pip what it would install for the tests and write that down."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        options = ["--dry-run", "--ignore-installed", "--quiet", "--report", str(report)]
        subprocess.run([sys.executable, "-m", "pip", "install", *options, f"{ROOT}[test]"], check=True)
        packages = [item["metadata"] for item in json.loads(report.read_text())["install"]]
    pins = {re.sub(r"[-_.]+", "-", p["name"]).lower(): p["version"].partition("+")[0] for p in packages}
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    lines = [f"{name}=={pin}" for name, pin in sorted(pins.items()) if name != "mxtutor" and not CUDA.match(name)]
    text = f"# Made by requirements/pin.py: all that mxtutor[test] needs with {version}.\n" + "\n".join(lines) + "\n"
    (ROOT / "requirements" / f"{version}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
