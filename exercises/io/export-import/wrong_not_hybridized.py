"""The net is not hybridized.

`export` writes the recorded graph: call `net.hybridize()` and run one batch first.
"""

from mxnet import gluon


def export_and_reload(net, x, prefix):
    net.export(prefix)
    return gluon.SymbolBlock.imports(prefix + "-symbol.json", ["data"], prefix + "-0000.params")
