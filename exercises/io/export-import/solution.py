from mxnet import gluon


def export_and_reload(net, x, prefix):
    net.hybridize()
    net(x)
    net.export(prefix)
    return gluon.SymbolBlock.imports(prefix + "-symbol.json", ["data"], prefix + "-0000.params")
