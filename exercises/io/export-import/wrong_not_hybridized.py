"""The net is not hybridized.

`export` writes the graph, which must exist first: call `net.hybridize()` and run one batch.
"""

from mxnet import gluon


def export_and_reload(net, x, prefix):
    net.export(prefix)
    return gluon.SymbolBlock.imports(prefix + "-symbol.json", ["data"], prefix + "-0000.params")
