"""The name of the file has another epoch.

The parameters are in `prefix-0001.params`: the number is the argument `epoch`, which is 0 by default; leave it out.
"""

from mxnet import gluon


def export_and_reload(net, x, prefix):
    net.hybridize()
    net(x)
    net.export(prefix, epoch=1)
    return gluon.SymbolBlock.imports(prefix + "-symbol.json", ["data"], prefix + "-0001.params")
