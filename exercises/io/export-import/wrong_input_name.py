"""The name of the input is wrong.

The name of the input of an exported net is `data`: pass the list `['data']` to `imports`.
"""

from mxnet import gluon


def export_and_reload(net, x, prefix):
    net.hybridize()
    net(x)
    net.export(prefix)
    return gluon.SymbolBlock.imports(prefix + "-symbol.json", ["x"], prefix + "-0000.params")
