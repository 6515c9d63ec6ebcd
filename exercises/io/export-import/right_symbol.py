import mxnet as mx
from mxnet import gluon, nd


def export_and_reload(net, x, prefix):
    net(mx.sym.Variable("data")).save(prefix + "-symbol.json")
    arrays = {f"arg:{n}": p.data() for n, p in net.collect_params().items()}
    nd.save(f"{prefix}-0000.params", arrays)
    return gluon.SymbolBlock.imports(f"{prefix}-symbol.json", "data", f"{prefix}-0000.params")
