# mistake: Imports only the symbol file and leaves the params file out, so the block has no weights.
# named: no-parameters, not-initialised
from mxnet import gluon


def export_and_reload(net, x, prefix):
    net.hybridize()
    net(x)
    net.export(prefix)
    return gluon.SymbolBlock.imports(prefix + "-symbol.json", ["data"])
