import mxnet as mx
from mxnet import gluon


def export_and_reload(net, x, prefix):
    net.hybridize()
    net(x)
    net.export(prefix)
    graph, arguments, states = mx.model.load_checkpoint(prefix, 0)
    block = gluon.SymbolBlock(graph, [mx.sym.var("data")])
    for name, parameter in block.collect_params().items():
        array = arguments[name] if name in arguments else states[name]
        parameter.initialize()
        parameter.set_data(array)
    return block
