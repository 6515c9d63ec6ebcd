import os

from mxnet.gluon import SymbolBlock
from mxnet.symbol import load

imports = SymbolBlock.imports


def observe(export_and_reload, case, kit):
    block = export_and_reload(*case.arguments)
    if not isinstance(block, SymbolBlock):
        return {"kind": f"an object of type {type(block).__name__}"}
    name = os.path.basename(case.prefix)
    seen = {"kind": "a SymbolBlock", "files": sorted(f for f in os.listdir(".") if f.startswith(name))}
    graph, weights = f"{case.prefix}-symbol.json", f"{case.prefix}-0000.params"
    if seen["files"] != [f"{name}-0000.params", f"{name}-symbol.json"]:
        return seen
    seen["outputs"], seen["another_batch"] = block(case.x).copy(), block(case.other).copy()
    known = set(kit.mx.nd.load(weights))
    seen["inputs"] = [n for n in load(graph).list_inputs() if not known & {f"arg:{n}", f"aux:{n}"}]
    if seen["inputs"] != ["data"]:
        return seen
    seen["read_back"] = imports(graph, ["data"], weights)(case.x)
    for parameter in case.net.collect_params().values():
        parameter.set_data(kit.mx.nd.zeros(parameter.shape))
    seen["after"] = block(case.x)
    return seen
