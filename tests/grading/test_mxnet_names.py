"""The list of MXNet's public names, which diagnosis reads instead of importing MXNet, is what MXNet has."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from mxtutor.grading.diagnosis.forms import mxnet_names

NOT_LISTED = {"OrderedDict", "c_array", "check_call", "integer_types", "numeric_types", "string_types", "numpy"}
"""Names that modules of MXNet import for their own use; and `mx.numpy`, which is not meant by `x.numpy()`."""
SCRIPT = """
import json, sys, types
from mxtutor.compat import import_mxnet

mx = import_mxnet()


HYBRID = {"Block": "HybridBlock", "Sequential": "HybridSequential"}  # the list has their names, too


def find(place):
    place = HYBRID.get(place, place)
    for root in (mx, mx.gluon, mx.gluon.nn, mx.nd, mx.sym):
        try:
            found = root
            for part in place.removeprefix("mx.").split("."):
                found = root if part == "mx" else getattr(found, part)
            return found
        except AttributeError:
            pass
    raise SystemExit(f"{place} is not there")


found = {}
for place in json.load(sys.stdin):
    home = find(place)
    public = {name for name in dir(home) if not name.startswith("_")}
    modules = {n for n in public if isinstance(getattr(home, n, None), types.ModuleType)}
    found[place] = {"public": sorted(public), "foreign": sorted(
        n for n in modules if not getattr(home, n).__name__.startswith("mxnet"))}
print(json.dumps(found))
"""


@pytest.mark.grading
def test_the_listed_names_are_those_of_mxnet() -> None:
    listed = mxnet_names()
    asked = json.dumps(list(listed))
    done = subprocess.run([sys.executable, "-c", SCRIPT], input=asked, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    for place, found in json.loads(done.stdout.splitlines()[-1]).items():
        assert set(listed[place]) - set(found["public"]) == set(), place
        assert set(found["public"]) - set(listed[place]) - set(found["foreign"]) - NOT_LISTED == set(), place
