import mxnet as mx
from mxnet import gluon


def export_and_reload(net, x, prefix):
    graph = net(mx.sym.Variable("data"))
    auxiliary = set(graph.list_auxiliary_states())
    arrays = {n: p.data() for n, p in net.collect_params().items()}
    arguments = {n: a for n, a in arrays.items() if n not in auxiliary}
    states = {n: a for n, a in arrays.items() if n in auxiliary}
    mx.model.save_checkpoint(prefix, 0, graph, arguments, states)
    return gluon.SymbolBlock.imports(f"{prefix}-symbol.json", "data", f"{prefix}-0000.params")
