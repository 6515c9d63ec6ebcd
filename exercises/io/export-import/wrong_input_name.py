"""The name of the input is wrong.

The input of an exported net is called `data`: give `imports` the list `['data']`.
"""

from mxnet import gluon


def export_and_reload(net, x, prefix):
    net.hybridize()
    net(x)
    net.export(prefix)
    return gluon.SymbolBlock.imports(prefix + "-symbol.json", ["x"], prefix + "-0000.params")
