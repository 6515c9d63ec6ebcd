import os

from mxnet import nd
from mxnet.gluon import SymbolBlock
from mxnet.symbol import load

imports, arrays, zeros = SymbolBlock.imports, nd.load, nd.zeros
STUDY = ("output", "training", "gradients", "input_gradient", "statistics", "trainer_step")


def observe(export_and_reload, case, kit):
    folder, name = os.path.split(case.prefix)
    os.makedirs(folder, exist_ok=True)
    for old in [f for f in os.listdir(folder) if f.startswith(name)]:  # of an earlier case
        os.remove(os.path.join(folder, old))
    block = export_and_reload(*case.arguments)
    if not isinstance(block, SymbolBlock):
        return {"kind": f"an object of type {type(block).__name__}"}
    seen = {"kind": "a SymbolBlock", "files": sorted(f for f in os.listdir(folder) if f.startswith(name))}
    graph, weights = f"{case.prefix}-symbol.json", f"{case.prefix}-0000.params"
    seen["facts"] = {"graph": kit.file(graph), "weights": kit.file(weights)}
    if seen["files"] != [f"{name}-0000.params", f"{name}-symbol.json"]:
        return seen
    seen["outputs"], seen["another_batch"] = block(case.x).copy(), block(case.other).copy()
    known = set(arrays(weights))
    seen["inputs"] = [n for n in load(graph).list_inputs() if not known & {f"arg:{n}", f"aux:{n}"}]
    if seen["inputs"] != ["data"]:
        return seen
    seen["read_back"] = imports(graph, ["data"], weights)(case.x)
    seen["kept"] = [array.copy() for array in kit.parameters(case.net) + kit.statistics(case.net)]
    for parameter in case.net.collect_params().values():
        parameter.set_data(kit.fitting(zeros(parameter.shape)))
    seen["after"] = block(case.x).copy()
    study = kit.study(block, case.other, head=case.head)
    return {**seen, **{name: study[name] for name in STUDY}}
