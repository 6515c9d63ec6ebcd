"""The MXNet names that the code of a form uses."""

from __future__ import annotations

import re

from mxtutor.content.roots import MXNET

_CHAIN = re.compile(r"(?<![\w.)\]'\"])([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+)|(?<=[)\]])\.([A-Za-z_]\w*)")
OWNERS = {
    "net": "gluon.HybridBlock",
    "trainer": "gluon.Trainer",
    "metric": "metric.EvalMetric",
    "store": "kv.KVStore",
    "param": "gluon.Parameter",
    "ctx": "Context",
    "task": "profiler.Task",
}
"""Variables in the forms that are not arrays, and their classes."""


def shown(name: str) -> str:
    """Return an MXNet name as it is written in code, with `mx.` in front if it needs that."""
    return name if name.split(".")[0] in ("nd", "np", "npx", "gluon", "autograd", "NDArray") else f"mx.{name}"


def mxnet_names(form: str, array: str = "NDArray") -> list[str]:
    """Return the MXNet names that code uses, in order: `nd.clip`, `gluon.nn.Dense`, `NDArray.reshape` for a method."""
    names = []
    for path, method in _CHAIN.findall(form):
        root, _, rest = path.partition(".")
        if (method or path).endswith("__"):
            continue
        if method:
            names.append(f"{array}.{method}")
        elif root in ("mx", "mxnet", "nd", "np", "npx", "gluon", "nn", "autograd"):
            names.append(f"{MXNET[root]}.{rest}".strip("."))
        elif root in OWNERS:
            names.append(f"{OWNERS[root]}.{rest.partition('.')[0]}")
        elif root == "T":
            names.append(f"gluon.data.vision.transforms.{rest}")
        elif root not in ("onp", "self", "os", "amp"):
            names.append(f"{array}.{rest.partition('.')[0]}")
    return names
