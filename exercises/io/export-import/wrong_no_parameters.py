"""The graph is read without the parameters.

The block has a graph but no parameters: give `imports` the `.params` file as third argument.
"""

from mxnet import gluon


def export_and_reload(net, x, prefix):
    net.hybridize()
    net(x)
    net.export(prefix)
    return gluon.SymbolBlock.imports(prefix + "-symbol.json", ["data"])
