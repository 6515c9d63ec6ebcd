"""Writes the module that makes own code ready in a process: it holds copies of the project's files."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence

from mxtutor.own_code.data_files import DataFile

_TEMPLATE = '''\
"""Makes {owner} ready; the files below are copies, and the project itself stays as it is."""

import base64
import importlib
import os
import sys

FILES = {files}
DATA = {data}

_top = os.path.abspath("own_code")
for _name, _text in FILES.items():
    _path = os.path.join(_top, _name)
    os.makedirs(os.path.dirname(_path), exist_ok=True)
    with open(_path, "w", encoding="utf-8") as _file:
        _file.write(_text)
for _names, _text in DATA:
    for _path in map(os.path.abspath, _names):
        os.makedirs(os.path.dirname(_path), exist_ok=True)
        with open(_path, "wb") as _file:
            _file.write(base64.b64decode(_text))
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


def loading_source(owner: str, file: str, module: str, files: Mapping[str, str], data: Sequence[DataFile] = ()) -> str:
    """Return the source of a module that defines `owner` by importing copies of `files` (relative path to text).

    The data files are copied, too.
    """
    listed = "".join(f"    {name!r}: {_text(text)},\n" for name, text in sorted(files.items()))
    return _TEMPLATE.format(owner=owner, file=file, module=module, files="{\n" + listed + "}", data=_data(data))


def _data(files: Sequence[DataFile]) -> str:
    """Return a literal of data files: the names of the copies, and the content in Base64."""
    listed = "".join(f"    ({one.names!r}, {base64.b64encode(one.content).decode()!r}),\n" for one in files)
    return f"[\n{listed}]" if listed else "[]"


def _text(text: str) -> str:
    """Return a literal of a text with one line of the literal per line, so that changes of a pack can be read."""
    lines = text.splitlines(keepends=True)
    return "(\n" + "".join(f"        {line!r}\n" for line in lines) + "    )" if len(lines) > 1 else repr(text)
