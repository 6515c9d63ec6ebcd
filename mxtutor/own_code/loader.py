"""Writes the module that makes own code ready in a process: it holds copies of the project's files."""

from __future__ import annotations

import re
from collections.abc import Mapping

from mxtutor.own_code.cutting import Cut, cut_out
from mxtutor.own_code.sources import Original

_TEMPLATE = '''\
"""Makes {owner} ready; the files below are copies, and the project itself stays as it is."""

import importlib
import os
import sys

FILES = {files}

_top = os.path.abspath("own_code")
for _name, _text in FILES.items():
    _path = os.path.join(_top, _name)
    os.makedirs(os.path.dirname(_path), exist_ok=True)
    with open(_path, "w", encoding="utf-8") as _file:
        _file.write(_text)
sys.path.insert(0, _top)
_argv, sys.argv = sys.argv, [{file!r}]
try:
    _module = importlib.import_module({module!r})
finally:
    sys.argv = _argv
if not hasattr(_module, {owner!r}):
    raise NameError("the module defines no {owner} when it runs")
{owner} = _module.{owner}
if not callable({owner}):
    raise TypeError("{owner} is not a function or a class, but an object of type " + type({owner}).__name__)
'''


def loading_source(owner: str, file: str, module: str, files: Mapping[str, str]) -> str:
    """Return the source of a module that defines `owner` by importing copies of `files` (relative path to text)."""
    listed = "".join(f"    {name!r}: {_text(text)},\n" for name, text in sorted(files.items()))
    return _TEMPLATE.format(owner=owner, file=file, module=module, files="{\n" + listed + "}")


def loaded_cut(original: Original, cut: Cut | None = None) -> str:
    """Return the source of a module that defines own code as it is now."""
    cut = cut or cut_out(original)
    return loading_source(original.owner, original.path.name, cut.module, cut.files)


def _text(text: str) -> str:
    """Return a literal of a text with one line of the literal per line, so that changes of a pack can be read."""
    lines = re.findall(r"[^\n]+\n?|\n+", text)
    return "(\n" + "".join(f"        {line!r}\n" for line in lines) + "    )" if len(lines) > 1 else repr(text)
