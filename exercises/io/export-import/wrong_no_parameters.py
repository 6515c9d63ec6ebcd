"""The graph is loaded without the parameters.

The Block has a graph but no parameters: pass the `.params` file to `imports` as the third argument.
"""

from mxnet import gluon


def export_and_reload(net, x, prefix):
    net.hybridize()
    net(x)
    net.export(prefix)
    return gluon.SymbolBlock.imports(prefix + "-symbol.json", ["data"])
