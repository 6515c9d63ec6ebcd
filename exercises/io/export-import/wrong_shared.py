"""The Block shares the parameters of the net.

Your Block shares the parameters of the net, so it changes with the net: load the parameters from the file.
"""

import mxnet as mx
from mxnet import gluon


def export_and_reload(net, x, prefix):
    net.hybridize()
    net(x)
    net.export(prefix)
    graph = mx.sym.load(prefix + "-symbol.json")
    return gluon.SymbolBlock(graph, [mx.sym.var("data")], params=net.collect_params())
