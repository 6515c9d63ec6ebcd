"""Sources that access the grader are flagged, and honest ones are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from mxtutor.grading.flags import MAX_PARSED, flags_of
from mxtutor.paths import content_root

HANDLES = {
    "grader-modules": (
        "import mxtutor.grading",
        "from mxtutor.grading.answer import child",
        "import sys\nchild = sys.modules['mxtutor.grading.answer.child']",
        "from sys import modules",
        "import sys as s\nx = s.modules",
        "import importlib\nkit = importlib.import_module('mxtutor.' + 'grading')",
        "kit = __import__('mxtutor')",
        "def f(found):\n    return found['mxtutor.grading.answer.kit_mxnet']",
    ),
    "frames": (
        "import sys\nf = sys._getframe(1)",
        "from inspect import currentframe",
        "import inspect\nf = inspect.stack()",
        "def g(frame):\n    return frame.f_back.f_locals",
        "try:\n    1 / 0\nexcept Exception as e:\n    f = e.__traceback__.tb_frame",
        "import sys\nf = getattr(sys, '_get' + 'frame')(1)",
        "for name in ['__traceback__', 'tb_frame', 'f_back']:\n    error = getattr(error, name)",
        "match error:\n    case Exception(__traceback__=object(tb_frame=frame)):\n        pass",
        "from operator import attrgetter\nlook = attrgetter('f_back.f_locals')",
        "import sys\nf = getattr(sys, ''.join(['_get', 'frame']))",
    ),
    "objects": ("import gc\nall = gc.get_objects()", "from gc import get_referrers"),
    "interpreter": (
        "import ctypes\nctypes.pythonapi.PyEval_GetFrame()",
        "from ctypes import py_object",
        "def f(g):\n    g.__code__ = f.__code__",
        "def f(g):\n    return g.__globals__",
        "x = __builtins__",
        "x = ().__class__.__base__.__subclasses__()",
    ),
    "tracing": ("import sys\nsys.settrace(print)", "import sys\nsys.meta_path.insert(0, None)"),
    "exit": ("import os\nos._exit(0)", "from os import _exit"),
    "patch": (
        "import mxnet as mx\nmx.nd.NDArray.context = None",
        "from mxnet import nd\nnd.relu = print",
        "from mxnet.ndarray import NDArray as A\nB = A\nB.asnumpy = print",
        "import mxnet as mx\nsetattr(mx.nd.NDArray, 'context', 1)",
        "import mxnet as mx\ntype.__setattr__(mx.nd.NDArray, 'context', 1)",
        "from mxnet import nd\nvars(nd)['relu'] = print",
        "import numpy\nnumpy.__dict__['array'] = print",
        "def f(x):\n    type(x).asnumpy = print",
        "def f(x):\n    x.__class__ = int",
        "import mxnet as mx\ndel mx.autograd.record",
        "import time\ntime.time, y = print, 1",
        "from unittest.mock import patch",
    ),
    "hidden-code": (
        "import base64\nexec(base64.b64decode('cHJpbnQoKQ=='))",
        "def f(x):\n    return eval(x)",
        "import importlib\nm = importlib.import_module('rotum'[::-1])",
        "import sys\nf = getattr(sys, 'emarfteg_'[::-1])",
    ),
}


@pytest.mark.parametrize(("code", "source"), [(c, s) for c, listed in HANDLES.items() for s in listed])
def test_a_handle_on_the_grader_is_flagged(code: str, source: str) -> None:
    flags = flags_of(source.encode())
    assert code in [flag.code for flag in flags], flags
    found = next(flag for flag in flags if flag.code == code)
    assert found.line is not None
    assert found.message.startswith("This answer ")
    assert found.message.endswith("Ask the learner about it.")


@pytest.mark.parametrize(
    "source",
    [
        "import sys\nsys.stdout = None",
        "import inspect\ns = inspect.signature(print)",
        "import gc\ngc.collect()",
        "import os\nos.environ['A'] = '1'",
        "class Net:\n    def f(self):\n        type(self).count = 2\n        self.__class__.count += 1",
        "from mxnet import nd\n\ndef f(x, name):\n    return getattr(nd, name)(x)",
        "from mxnet.gluon import nn\n\ndef f():\n    net = nn.Dense(2)\n    net.weight.lr_mult = 2\n    return net",
        "exec('x = 1')",
        "def f(array):\n    array.grad[:] = 0",
        "'''About mxtutor, sys.modules and f_back.'''",
        "def f(",
        "\0",
    ],
)
def test_usual_code_is_not_flagged(source: str) -> None:
    assert flags_of(source.encode()) == ()


def test_text_that_is_run_is_looked_at_too() -> None:
    assert [(f.code, f.line) for f in flags_of(b"x = 1\nexec('import sys\\nsys._getframe()')")] == [("frames", 2)]


def test_a_source_beyond_any_answer_is_not_parsed_but_flagged() -> None:
    assert [(f.code, f.line) for f in flags_of(b"import mxtutor\n" + b"#" * MAX_PARSED)] == [("hidden-code", None)]


@pytest.mark.parametrize(
    "deep", ["a" + ".b" * 20_000, "x = 1" + "+1" * 20_000, "x = " + "-" * 20_000 + "1", "(" * 5000]
)
def test_sources_that_hurt_their_reader_are_survived(deep: str) -> None:
    assert flags_of(deep.encode()) == ()


def _shipped() -> list[Path]:
    folder = content_root() / "exercises"
    return [f for name in ("solution", "right_*", "starter") for f in sorted(folder.glob(f"*/*/{name}.py"))]


def test_no_honest_answer_is_flagged() -> None:
    honest = sorted((Path(__file__).resolve().parents[2] / "grading" / "honest").glob("*.py"))
    assert len(honest) > 30
    assert {str(f): flags_of(f.read_bytes()) for f in (*_shipped(), *honest) if flags_of(f.read_bytes())} == {}


def test_attacks_that_patch_or_look_at_frames_are_flagged() -> None:
    folder = Path(__file__).resolve().parents[2] / "grading" / "attacks"
    patches = sorted((folder / "patches").glob("*.py"))
    assert patches
    assert [f.name for f in patches if not flags_of(f.read_bytes())] == []
