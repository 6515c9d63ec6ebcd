# mistake: Exports without hybridizing the net first, which export refuses.
# named: not-hybridized
from mxnet import gluon


def export_and_reload(net, x, prefix):
    net(x)
    net.export(prefix, epoch=0)
    return gluon.SymbolBlock.imports(prefix + "-symbol.json", ["data"], prefix + "-0000.params")
