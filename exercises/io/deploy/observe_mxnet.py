import os
import shutil

import numpy as onp
from mxnet.base import _LIB
from mxnet.gluon import SymbolBlock
from mxnet.ndarray import NDArray

BACKWARD, WAIT, SAVE = "MXAutogradBackwardEx", "MXNDArrayWaitAll", "MXNDArraySave"
LOADS = ("MXNDArrayLoad", "MXNDArrayLoadFromBuffer")
as_in_context, asnumpy, context = NDArray.as_in_context, NDArray.asnumpy, NDArray.context.fget


def observe(train_and_deploy, case, kit):
    folder, name = os.path.split(case.prefix)
    shutil.rmtree(folder, ignore_errors=True)  # of an earlier case
    os.makedirs(folder)
    case.net.hybridize(static_alloc=True, static_shape=True)
    with kit.counted(_LIB, BACKWARD, WAIT, SAVE, *LOADS) as calls, kit.passes(case.net) as passes:
        block = train_and_deploy(*case.arguments)
    if not isinstance(block, SymbolBlock):
        return {"kind": f"an object of type {type(block).__name__}"}
    graph, weights = f"{case.prefix}-symbol.json", f"{case.prefix}-{case.epoch:04d}.params"
    seen = {
        "kind": "a SymbolBlock",
        "mode": passes.modes,
        "order": passes.order,
        "optimizer": passes.settings(),
        "files": sorted(f for f in os.listdir(folder) if f.startswith(name)),
        "hybrid": hybrid(case.net),
        "waited": waited(calls),
        "loaded": SAVE in calls and any(load in calls[calls.index(SAVE) :] for load in LOADS),
        "facts": {"graph": kit.file(graph), "weights": kit.file(weights)},
    }
    if seen["files"] != sorted(map(os.path.basename, (graph, weights))):
        return seen
    seen["context"] = sorted({str(c) for p in block.collect_params().values() for c in p.list_ctx()})
    if seen["context"] != [case.place]:
        return seen
    outputs = [block(as_in_context(kit.fitting(x), case.ctx)) for x in (case.x, case.other)]
    live = case.net(kit.fitting(case.x))
    seen["agreement"] = bool(onp.allclose(asnumpy(outputs[0]), asnumpy(live), rtol=1e-4, atol=1e-5))
    seen["steady"] = bool((asnumpy(outputs[1]) == asnumpy(block(as_in_context(kit.fitting(case.other), case.ctx)))).all())
    if case.rate:  # a Dropout draws other numbers than PyTorch's
        return seen | dict.fromkeys(("outputs", "parameters", "running", "read_back"), [])
    seen["outputs"] = [x.copyto(live.context) for x in outputs]
    seen["read_back"] = seen["outputs"][0]  # the second process reads the files itself
    return {**seen, "parameters": kit.parameters(case.net), "running": kit.statistics(case.net)}


def waited(calls):
    """Return in words whether everything was waited for between the last backward pass and the file."""
    last = len(calls) - calls[::-1].index(BACKWARD) if BACKWARD in calls else 0
    after = calls[last:]
    if SAVE not in after:
        return "no file is written after the last step"
    return "before the file is written" if WAIT in after[: after.index(SAVE)] else "not before the file is written"


def hybrid(net):
    """Return in words how the net is hybridized."""
    options = [name for name, on in net._flags if on and name.startswith("static")]
    return ", ".join(["hybridized" if net._active else "not hybridized", *sorted(options)])
