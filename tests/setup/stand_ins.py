"""Small wheels in place of mxtutor and what it needs, for tests of bundles."""

from __future__ import annotations

import zipfile
from pathlib import Path


def make_wheel(
    folder: Path, name: str, version: str, needs: tuple[str, ...] = (), code: str = "", script: str = ""
) -> Path:
    """Write a wheel with one module; `script` is the name of a command that calls its `main`."""
    folder.mkdir(parents=True, exist_ok=True)
    info = f"{name}-{version}.dist-info"
    lines = [
        "Metadata-Version: 2.1",
        f"Name: {name}",
        f"Version: {version}",
        *(f"Requires-Dist: {n}" for n in needs),
        "",
    ]
    files = {
        f"{name}.py": code,
        f"{info}/METADATA": "\n".join(lines),
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: stand-in\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    if script:
        files[f"{info}/entry_points.txt"] = f"[console_scripts]\n{script} = {name}:main\n"
    record = "".join(f"{path},,\n" for path in [*files, f"{info}/RECORD"])
    target = folder / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(target, "w") as archive:
        for path, content in {**files, f"{info}/RECORD": record}.items():
            archive.writestr(path, content)
    return target


def make_index(folder: Path) -> Path:
    """Write a folder of wheels that pip can install from: what the stand-in of mxtutor needs."""
    make_wheel(folder, "torch", "2.13.0+cpu", code="answer = 42\n")
    make_wheel(folder, "standin_need", "1.0")
    make_wheel(folder, "standin_need", "2.0", needs=("standin_other",))
    make_wheel(folder, "standin_other", "3.0")
    return folder


def make_own_wheel(folder: Path) -> Path:
    """Write the stand-in of mxtutor: its command prints torch's answer and its arguments."""
    code = "import sys, torch, standin_other\ndef main():\n    print('started with', torch.answer, *sys.argv[1:])\n"
    return make_wheel(folder, "mxtutor", "9.9.9", ("torch==2.13.0", "standin_need>=2"), code, "mxtutor")
