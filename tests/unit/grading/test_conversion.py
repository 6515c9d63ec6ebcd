"""Many threads may make their first conversion at once."""

from __future__ import annotations

import subprocess
import sys

SCRIPT = """
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import msgspec

from mxtutor.conversion import convert

sys.setswitchinterval(1e-6)
source = '''
class Inner{0}(msgspec.Struct, frozen=True):
    name: str
    numbers: tuple[float, ...] = ()

class Outer{0}(msgspec.Struct, frozen=True):
    inner: tuple[Inner{0}, ...]
    names: dict[str, "Inner{0}"] = {{}}
'''
inner = {"name": "a", "numbers": [1, 2]}
for number in range(60):
    exec(source.format(number))
    kind = globals()[f"Outer{number}"]
    start = threading.Barrier(8)

    def first(_):
        start.wait()
        return convert({"inner": [inner] * 3, "names": {"x": inner}}, kind)

    with ThreadPoolExecutor(8) as pool:
        assert len(set(map(repr, pool.map(first, range(8))))) == 1
print("done")
"""


def test_threads_convert_a_new_type_at_once() -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, timeout=500)
    assert (done.returncode, done.stdout) == (0, "done\n"), done.stderr
