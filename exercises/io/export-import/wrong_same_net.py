"""The result is the net itself.

You return the net, not the model in the files: load them with `gluon.SymbolBlock.imports`.
"""


def export_and_reload(net, x, prefix):
    net.hybridize()
    net(x)
    net.export(prefix)
    return net
