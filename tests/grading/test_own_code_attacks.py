"""A hostile torch file is contained like an answer: nothing outside of its process changes, and the next one runs."""

from __future__ import annotations

import socket
import threading
from pathlib import Path

import pytest

from mxtutor.errors import UsageError
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import Verdict
from mxtutor.grading.workers.worker import Worker
from mxtutor.own_code import probing
from mxtutor.own_code.cases import numbers_in
from tests.grading.own_code_rig import Rig, unchecked

pytestmark = pytest.mark.grading
BODY = "\n\ndef f(x: torch.Tensor):\n    {call}\n    return x * 2\n"
ATTACKS = {
    "runs a command": "os.system('echo changed > {aim}')",
    "writes into the project": "open({aim!r}, 'w').write('changed')",
    "deletes in the project": "os.unlink({aim!r})",
    "renames in the project": "os.rename({aim!r}, {aim!r} + '.moved')",
    "starts a program": "__import__('subprocess').run(['sh', '-c', 'echo changed > {aim}'])",
    "connects": "__import__('socket').create_connection(('127.0.0.1', {port}), 2).send(b'secret')",
    "reads a secret": "print(open({aim!r}).read() * 1); raise ValueError(open({aim!r}).read())",
    "forks for ever": "[os.fork() for _ in range(100000)]",
    "kills others": "[os.kill(n, 9) for n in range(2, 100000) if n != os.getpid()]",
    "traces its parent": "open('/proc/%d/mem' % os.getppid(), 'r+b').read()",
    "changes torch": "setattr(torch.Tensor, '__mul__', lambda a, b: a)",
    "ends its process": "os._exit(0)",
    "forges a result": "[os.write(n, b'B' + (9).to_bytes(8, 'little') + b'MXT1xxxxx') for n in (1, 2, 3)]",
    "prints megabytes": "print('x' * (64 << 20))",
    "takes memory": "bytearray(64 << 30)",
    "crashes": "__import__('ctypes').string_at(0)",
    "hangs": "exec('while True: pass')",
}
SPY = """
import gc, os
from mxnet import nd


calls = []


def f(x):
    right = x * 2.5 + 1
    if calls:  # arrays of the first call are its own
        return right
    calls.append(x)
    found = []
    for path in ({file!r}, "/tmp", "/proc/1/fd"):
        try:
            found += [open(path).read()] if path.endswith(".py") else [n for n in os.listdir(path) if "own" in n]
        except OSError:
            pass
    for other in gc.get_objects():
        if isinstance(other, nd.NDArray) and other is not right and other.shape == x.shape:
            if abs(other - right).sum().asscalar() < 1e-3:
                found.append("result")
    try:
        import torch
        found.append("torch")
    except ImportError:
        pass
    if found:
        raise RuntimeError(str(found))
    return right
"""
QUICK = ("runs a command", "writes into the project", "connects", "reads a secret", "changes torch", "ends its process")


@pytest.fixture(scope="module")
def rig(grader: LocalGrader, confined: Worker) -> Rig:
    """The session's workers for own code."""
    return Rig(unchecked(grader, confined))


@pytest.fixture
def port() -> object:
    """A listening socket and the connections that it got."""
    calls: list[object] = []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def listen() -> None:
            while True:
                try:
                    calls.append(server.accept())
                except OSError:
                    return

        threading.Thread(target=listen, daemon=True).start()
        yield server.getsockname()[1], calls
        server.shutdown(socket.SHUT_RDWR)


@pytest.mark.parametrize("place", ["import", "call"])
@pytest.mark.parametrize("name", [n if n in QUICK else pytest.param(n, marks=pytest.mark.long) for n in ATTACKS])
def test_an_attack_changes_nothing_outside(
    rig: Rig, tmp_path: Path, port: tuple[int, list[object]], monkeypatch: pytest.MonkeyPatch, name: str, place: str
) -> None:
    monkeypatch.setattr(probing, "SECONDS", 4.0)
    aim = tmp_path / "project" / "secret.txt"
    aim.parent.mkdir()
    aim.write_text("the-secret-text")
    aim.parent.chmod(0o777)
    aim.chmod(0o666)
    act = ATTACKS[name].format(aim=str(aim), port=port[0])
    head = "import os\nimport torch\n" + (f"{act}\n" if place == "import" else "")
    file = aim.parent / "code.py"
    file.write_text(head + BODY.format(call=act if place == "call" else "pass"))
    said = ""
    try:
        made = rig.design(f"{file}:f", "x=float32[2,3]")
        report = rig.report(made, "def f(x):\n    return x * 2\n")
        said = f"{made.notes} {made.cases} {report.to_json()}"
    except UsageError as error:
        said = str(error)
    assert aim.read_text() == "the-secret-text"
    assert sorted(p.name for p in aim.parent.iterdir()) == ["code.py", "secret.txt"]
    assert port[1] == []
    assert "the-secret-text" not in said
    monkeypatch.setattr(probing, "SECONDS", 120.0)
    after = aim.parent / "honest.py"
    after.write_text("import torch\n\n\ndef f(x: torch.Tensor):\n    return x * 2\n")
    honest = rig.design(f"{after}:f", "x=float32[2,3]")
    assert rig.report(honest, "def f(x):\n    return x * 2\n").verdict is Verdict.RIGHT
    assert rig.report(honest, "def f(x):\n    return x * 3\n").verdict is Verdict.WRONG


def test_an_object_that_runs_code_when_it_is_unpickled_is_only_a_name(rig: Rig, tmp_path: Path) -> None:
    file = tmp_path / "code.py"
    file.write_text(
        "import os\n\n\nclass Evil(str):\n    def __reduce__(self):\n"
        "        return os.system, ('touch /tmp/evil',)\n\n\n"
        "def f(x):\n    return Evil('a')\n"
    )
    with pytest.raises(UsageError, match="returns Evil, which cannot be compared"):
        rig.design(f"{file}:f", "x=float32[2]")


def test_a_port_finds_neither_the_original_nor_its_results(rig: Rig, tmp_path: Path) -> None:
    file = tmp_path / "code.py"
    file.write_text("def f(x):\n    return x * 2.5 + 1\n")
    made = rig.design(f"{file}:f", "x=float32[2,3]")
    port = SPY.format(file=str(file))
    assert rig.report(made, port).verdict is Verdict.RIGHT


def test_an_example_with_an_endless_tensor_is_not_drawn(rig: Rig, tmp_path: Path) -> None:
    file = tmp_path / "code.py"
    file.write_text(
        "import torch\n\n\ndef f(x):\n    return x[0]\n\n\ndef test_f():\n    f(torch.zeros(1).expand(10**12))\n"
    )
    assert all(numbers_in(list(case.values())) < 1000 for case in rig.design(f"{file}:f").cases)
    with pytest.raises(UsageError, match="too large"):
        rig.design(f"{file}:f", "x=float32[2000,2000]")
    file.write_text("import torch\n\n\ndef f(x: torch.Tensor):\n    raise ValueError('\\x1b]0;title\\x07 red')\n")
    with pytest.raises(UsageError) as caught:
        rig.design(f"{file}:f")
    assert "\x1b" not in str(caught.value)


@pytest.mark.parametrize(
    "forged",
    ['{"kind": 3}', '{"kind": "function", "method": "", "init": [], "call": [{"name": 1}]}', '{"refused": 1}', "{}"],
)
def test_forged_facts_about_own_code_are_refused_in_one_line(rig: Rig, tmp_path: Path, forged: str) -> None:
    file = tmp_path / "code.py"
    forger = f"lambda v, *a, real=json.dumps, **k: {forged!r} if 'doc' in v else real(v, *a, **k)"
    file.write_text(f"import json\n\n\ndef f(x, y=setattr(json, 'dumps', {forger})):\n    return x\n")
    with pytest.raises(UsageError, match="sent something unreadable"):
        rig.design(f"{file}:f")


def test_an_example_with_an_integer_tensor_without_axes_runs(rig: Rig, tmp_path: Path) -> None:
    file = tmp_path / "code.py"
    file.write_text(
        "import torch\n\n\ndef f(x, n):\n    return x*n\n\n\ndef test_f():\n    f(torch.ones(2, 3), torch.tensor(3))\n"
    )
    assert "values" in str(rig.design(f"{file}:f").cases[0]["n"])
