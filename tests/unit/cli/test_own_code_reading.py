"""Own code is read by its syntax: the place of a function, the project's files, examples, and what inputs look like."""

from __future__ import annotations

import ast
import json
import os
from pathlib import Path
from typing import Any

import pytest

from mxtutor.errors import UsageError
from mxtutor.own_code.cases import numbers_in, variations
from mxtutor.own_code.cutting import Cut, cut_out, loaded_cut, package_root
from mxtutor.own_code.hints import Hint, hint_for
from mxtutor.own_code.packs import slug_of
from mxtutor.own_code.probing import fits
from mxtutor.own_code.sources import Original, example_blocks, read_original
from mxtutor.own_code.specs import parse_inputs, parse_spec, show_spec


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def fault(target: str) -> str:
    with pytest.raises(UsageError) as caught:
        read_original(target)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_target_that_cannot_be_read_gets_one_line(tmp_path: Path) -> None:
    code = written(
        tmp_path,
        "code.py",
        "def outer():\n    def inner(x):\n        return x\n\n\nclass Net:\n    def go(self):\n        pass\n",
    )
    assert "is not FILE:FUNCTION" in fault(str(code))
    assert f"code.py defines outer, Net: write, for example, {code}:outer." in fault(str(code))
    assert "is not FILE:FUNCTION" in fault(f"{code}:a.b.c")
    assert "none.py: cannot be read: No such file" in fault(f"{tmp_path}/none.py:f")
    assert "is not a Python file" in fault(f"{tmp_path}:f")
    os.mkfifo(tmp_path / "pipe.py")
    (tmp_path / "folder.py").mkdir()
    assert all("not a regular file" in fault(f"{tmp_path}/{name}.py:f") for name in ("pipe", "folder"))
    assert "Did you mean outer?" in fault(f"{code}:outre")
    assert "is defined inside another function (code.py:2)" in fault(f"{code}:inner")
    assert "is a method of Net in code.py. Write code.py:Net.go." in fault(f"{code}:go")
    assert "Net has no method 'gone'. Did you mean go?" in fault(f"{code}:Net.gone")
    assert "bad.py: line 1: " in fault(f"{written(tmp_path, 'bad.py', 'def f(:')}:f")
    assert "old.py: Python 2 (line 1)." in fault(f"{written(tmp_path, 'old.py', 'print 3')}:f")
    (tmp_path / "latin.py").write_bytes(b"x = '\xff'\n")
    assert "It defines x." in fault(f"{tmp_path}/latin.py:f")
    assert "not a notebook" in fault(f"{written(tmp_path, 'n.ipynb', '[]')}:f")
    assert "null bytes" in fault(f"{written(tmp_path, 'nul.py', 'x = 1' + chr(0))}:f")


def test_cells_of_a_notebook_are_one_module(tmp_path: Path) -> None:
    cells = [
        ("code", "%%bash\nls -l"),
        ("markdown", "def no(): pass"),
        ("code", ["!pip install a\n", "def f(x):\n", "    return x"]),
    ]
    book = {"cells": [{"cell_type": kind, "source": source} for kind, source in cells]}
    original = read_original(f"{written(tmp_path, 'n.ipynb', json.dumps(book))}:f")
    assert original.source == "def f(x):\n    return x"
    assert ("ls -l" in original.text, original.line) == (False, 2)


def test_code_is_cut_across_the_modules_of_its_project(tmp_path: Path) -> None:
    written(tmp_path, "pkg/__init__.py", "import no_such_package\nfrom .sub import deep\n")
    written(tmp_path, "pkg/sub/__init__.py", "from .deep import double\nimport no_such_package\n")
    written(tmp_path, "pkg/sub/deep.py", "from pkg.far import *\n\n\ndef double(x):\n    return x * FACTOR\n")
    written(tmp_path, "pkg/far.py", "import os, numpy\nFACTOR = 2\nFACTORS = {}\nFACTORS['a'] = FACTOR\n")
    written(tmp_path, "pkg/unused.py", "")
    file = written(
        tmp_path, "pkg/net.py",
        "import torch, sys\nfrom .sub import (\n    deep,\n    double,\n)\nfrom ..outside import x\n"
        "import no_such_package as gone\nfrom . import far\nthis = sys.modules[__name__]\n\n\n"
        "def f():\n    import other_missing\n    return double(far.FACTORS['a']) + this.g() + gone.y\n\n\n"
        "def g():\n    return 0\n",
    )  # fmt: skip
    assert package_root(file) == (tmp_path, "pkg.net")
    cut = cut_out(read_original(f"{file}:f"))
    assert cut.module == "pkg.net"
    kept = {name: [line for line in text.splitlines() if line] for name, text in cut.files.items()}
    assert kept == {
        "pkg/__init__.py": [],
        "pkg/far.py": ["FACTOR = 2", "FACTORS = {}", "FACTORS['a'] = FACTOR"],
        "pkg/net.py": ["import sys", "from .sub import double", "from . import far", "this = sys.modules[__name__]",
                       "def f():", "    import other_missing",
                       "    return double(far.FACTORS['a']) + this.g() + gone.y", "def g():", "    return 0"],
        "pkg/sub/__init__.py": ["from .deep import double"],
        "pkg/sub/deep.py": ["from pkg.far import *", "def double(x):", "    return x * FACTOR"],
    }  # fmt: skip
    assert cut.files["pkg/net.py"].splitlines()[11] == "def f():"
    assert {(m.package, m.where) for m in cut.missing} == {
        ("no_such_package", "net.py:7"), ("other_missing", "net.py:13"),
    }  # fmt: skip


def test_a_file_whose_name_is_no_module_name_can_be_imported(tmp_path: Path) -> None:
    file = written(tmp_path, "my-net.py", "def f():\n    return 1\n")
    cut = cut_out(read_original(f"{file}:f"))
    assert (cut.module, list(cut.files)) == ("own_code_module", ["own_code_module.py"])


def test_code_is_cut_with_what_it_names(tmp_path: Path) -> None:
    text = (
        "from __future__ import annotations\nimport torch, wandb\nimport argparse\nargs = argparse.ArgumentParser()\n"
        "A = 2\nB = A + 1\nUNUSED = open('x')\nclass Base:\n    pass\nclass Net(Base):\n    k = B\n"
        "    def f(self, loss):\n        loss = C\n        return torch.ones(1) * loss\nwandb.init()\n"
        "try:\n    C = 1\nexcept ImportError:\n    C = 0\nfor loss in open('data'):\n    print(loss)\n"
    )
    cut = cut_out(read_original(f"{written(tmp_path, 'c.py', text)}:Net")).files["c.py"]
    assert all(part in cut for part in ("class Base", "A = 2", "B = A + 1", "import torch\n", "except ImportError"))
    assert not any(part in cut for part in ("UNUSED", "wandb", "ArgumentParser", "open"))
    compile(cut, "cut.py", "exec")


def test_examples_come_from_guard_doc_and_tests(tmp_path: Path) -> None:
    text = (
        'def f(x):\n    """Doubles.\n\n    >>> f(1)\n    2\n    """\n    return x\n\n\n'
        'if __name__ == "__main__":\n    f(3)\n'
    )
    file = written(tmp_path, "lib.py", text)
    written(tmp_path, "tests/test_lib.py", "import math\nfrom lib import f\n\n\ndef test_f():\n    assert f(math.pi)\n")
    blocks = example_blocks(read_original(f"{file}:f"))
    assert [b.strip() for b in blocks] == ["f(3)", "f(1)", "import math\nassert f(math.pi)"]


@pytest.mark.parametrize(
    "text",
    ["float32[2,3]", "int64[2,5](0,9)", "float64[()]", "[float32[2], 3]", "(float32[2], int64[1](0,3),)", "'mean'",
     "None", "(2, 3)", "{'a': float32[1], 'b': 2}", "bool[4]", "True", "-0.5", "Config(n=2, name='x')"],
)  # fmt: skip
def test_a_spec_is_shown_as_it_is_read(text: str) -> None:
    spec = parse_spec(text, "x")
    assert parse_spec(show_spec(spec), "x") == spec


@pytest.mark.parametrize(
    "text",
    ["", "x", "x=float33[2]", "x=float32[-1]", "x=float32[9999999,99]", "x=open('a')", "x=float", "x=f(",
     "x=int64[2](9,0)", "x=int8[2](0,1000)", "x=uint8[2](-1,3)", "x=float32[2](0,1e400)", "s='a;b"],
)  # fmt: skip
def test_inputs_that_cannot_be_read_get_one_line(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_inputs(text)
    assert "\n" not in str(caught.value)
    assert "malformed node" not in str(caught.value)


def test_inputs_can_stand_in_a_file(tmp_path: Path) -> None:
    file = written(
        tmp_path, "in.yaml", "cases:\n  - {x: 'float32[2,3]', n: 3}\n  - {x: 'float32[1,3]', mode: \"'sum'\"}\n"
    )
    first, second = parse_inputs(str(file))
    assert first == {"x": {"shape": [2, 3], "dtype": "float32"}, "n": 3}
    assert second["mode"] == "sum"


def test_a_text_may_have_a_semicolon() -> None:
    assert parse_inputs("s='a; b'; n=3") == [{"s": "a; b", "n": 3}]


@pytest.mark.parametrize("text", ["cases: []", "cases: [{}]", "x: 2020-01-01", "x: !!binary aGVsbG8=", "x: .nan"])
def test_a_file_of_inputs_that_no_case_can_hold_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_inputs(str(written(tmp_path, "in.yaml", text)))
    assert "\n" not in str(caught.value)


def parameter(name: str, annotation: str = "", **more: object) -> dict[str, object]:
    return {"name": name, "kind": "positional_or_keyword", "annotation": annotation, **more}


def first_spec(given: dict[str, object], doc: str = "", source: str = "") -> object:
    return hint_for(given, doc, source, {}).specs[0]


def test_a_long_word_in_the_documentation_is_read_at_once() -> None:
    doc = f"Args:\n    x: ({'x' * 60}!"
    assert first_spec(parameter("x"), doc) == first_spec(parameter("x"))


def test_annotations_and_documentation_give_shapes() -> None:
    assert first_spec(parameter("x", 'Float[Tensor, "batch 3 h w"]')) == {"shape": [2, 3, 6, 12], "dtype": "float32"}
    assert first_spec(parameter("ids", 'Int[torch.Tensor, "b t"]'))["dtype"] == "int64"  # type: ignore[index]
    doc = "Args:\n    q: queries of shape [B, T, D]\n    mask (BoolTensor): (B, T)\n    y: `N x C` scores"
    assert first_spec(parameter("q"), doc) == {"shape": [2, 5, 8], "dtype": "float32"}
    assert first_spec(parameter("mask"), doc) == {"shape": [2, 5], "dtype": "bool"}
    assert first_spec(parameter("y"), doc)["shape"] == [4, 3]  # type: ignore[index]


def test_other_values_come_from_literals_flags_and_comparisons() -> None:
    assert hint_for(parameter("mode", "Literal['a', 'b']"), "", "", {}).specs == ["a", "b"]
    source = 'if reduction == "mean":\n    pass\nelif reduction in ("sum", "none"):\n    pass'
    hint = hint_for(parameter("reduction", default="mean", optional=True), "", source, {})
    assert (hint.specs, hint.choices) == (["mean"], ["sum", "none"])
    assert hint_for(parameter("flag", "bool", default=False, optional=True), "", "", {}).choices == [True]


def test_cases_vary_sizes_options_and_limits() -> None:
    x = {"shape": [3, 5], "dtype": "float32"}
    base: dict[str, dict[str, object]] = {"init": {"n": 5}, "call": {"x": x, "mode": "a"}}
    made = dict(variations(base, {"mode": Hint(choices=["b"])}, {"init": {}, "call": {"mode": "a"}}))
    assert made["defaults left out"] == {"init": {"n": 5}, "call": {"x": x}}
    assert made["a batch of one"]["call"]["x"]["shape"] == [1, 5]
    assert made["mode = 'b'"]["call"]["mode"] == "b"
    assert made["10 in place of 5"]["call"]["x"]["shape"] == [3, 10]
    assert made["n = 10"]["init"]["n"] == 10
    assert made["10 also made for 5"] == {"init": {"n": 10}, "call": made["10 in place of 5"]["call"]}
    assert made["large values"]["call"]["x"] == {**x, "low": -6.0, "high": 6.0}


def test_the_module_that_loads_own_code_is_python() -> None:
    files = {"a/b.py": "x = '''\"\"\"'''\n# \\ ünï\r\ny = 1\n", "empty.py": ""}
    names: dict[str, object] = {}
    original = Original(Path("o'dd\"name.py"), "f", "", ast.parse(""), None)
    source = loaded_cut(original, Cut("a.b", files, []))
    exec(compile(source.partition("_top =")[0], "loading.py", "exec"), names)
    assert names["FILES"] == files


def test_a_slug_is_an_id() -> None:
    assert [slug_of(n) for n in ("FocalLoss", "box_iou", "Net.encode", "_f", "ÄB")] == [
        "focal-loss", "box-iou", "net-encode", "f", "b",
    ]  # fmt: skip


def test_the_numbers_of_nested_specs_are_counted() -> None:
    assert numbers_in({"items": [{"shape": [2, 3]}, {"shape": [1 << 40]}]}) > 1 << 30
    assert numbers_in({"entries": {"a": {"shape": [2, 3]}, "b": 1}, "name": "x"}) == 8


PARAMETER = {"name": "x", "kind": "positional_or_keyword", "annotation": ""}
ARRAY = {"shape": [2, 3], "dtype": "float32", "low": -1.0, "high": 1}
SPEC = {"items": [ARRAY, {"entries": {"a": {"values": 5, "dtype": "int64"}}}, {"tuple": [1, "b"]}], "as": "list"}
FUNCTION = {
    "ok": True, "structure": "array", "shapes": [[2]], "dtypes": ["float32"], "random": True,
    "seconds": 0.01, "changed": False, "finite": True, "steady": True, "gradients": False, "usual": True,
    "constant": "", "lines": [[1, 4], [2, 0]],
}  # fmt: skip
MODULE = {**FUNCTION, "random": False, "state": {"w": ARRAY}, "buffers": ["m"], "training": "slopes", "mode": False}
ANSWERS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"task": "describe"}, {"kind": "function", "method": "", "init": [], "call": [PARAMETER], "doc": "a"}),
    ({"task": "describe"}, {"refused": "it is a property"}),
    ({"task": "examples"}, {"calls": [{"init": {}, "call": {"x": SPEC, "n": None}}, {"init": {}, "call": {}}]}),
    ({"task": "search"}, {"init": {"dim": 8}, "call": {"c": {"record": "C(a=1)", "fields": {"a": 1}}}}),
    ({"task": "search"}, {"errors": ["ValueError: x"]}),
    ({"task": "study", "kind": "function", "cases": [1, 2]}, {"cases": [FUNCTION, {"ok": False, "error": "E"}]}),
    ({"task": "study", "kind": "module", "cases": [1]}, {"cases": [MODULE]}),
]


def replaced(value: Any, path: tuple[Any, ...]) -> Any:
    """Return plain data with the part at a path replaced by an object that fits nowhere."""
    if not path:
        return {"odd": [{}]}
    first, *rest = path
    if isinstance(value, dict):
        return {**value, first: replaced(value[first], tuple(rest))}
    return [*value[:first], replaced(value[first], tuple(rest)), *value[first + 1 :]]


@pytest.mark.parametrize(
    ("number", "path"),
    [
        *[(0, (key,)) for key in ("kind", "method", "init", "call", "doc")],
        *[(0, ("call", 0, key)) for key in ("name", "kind", "annotation")],
        (1, ("refused",)),
        *[
            (2, path)
            for path in (("calls",), ("calls", 0), ("calls", 0, "call"), ("calls", 0, "call", "x", "items", 0))
        ],
        *[(2, ("calls", 0, "call", "x", "items", 0, key)) for key in ("shape", "dtype", "low", "high")],
        *[(3, path) for path in (("init",), ("call",), ("call", "c"), ("call", "c", "record"))],
        (4, ("errors",)),
        *[(5, ("cases", 0, key)) for key in FUNCTION],
        *[(5, path) for path in (("cases",), ("cases", 1), ("cases", 1, "error"))],
        *[(6, ("cases", 0, key)) for key in ("state", "buffers", "training", "mode")],
    ],
)
def test_what_the_sandbox_says_about_own_code_must_have_the_form_that_was_asked_for(
    number: int, path: tuple[Any, ...]
) -> None:
    plan, facts = ANSWERS[number]
    assert fits(plan, facts)
    assert not fits(plan, replaced(facts, path))
    odd: list[object] = [None, [], 3, {}, {"kind": 3}, {"cases": [None]}, {"calls": [3]}]
    assert not any(fits(plan, one) for one in odd)


@pytest.mark.parametrize("sizes", [[-1], [2.5], ["2"], 3, [[2]], [True], [1] * 100, None])
def test_sizes_of_arrays_are_whole_numbers(sizes: Any) -> None:
    assert not fits({"task": "search"}, {"init": {}, "call": {"x": {"shape": sizes}}})


def test_an_example_may_pass_an_integer_in_a_tensor_without_axes() -> None:
    assert numbers_in({"values": 5, "dtype": "int64"}) == 2
