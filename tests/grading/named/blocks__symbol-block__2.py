# mistake: Builds the SymbolBlock without params, so it does not share the net's parameters and is uninitialised.
# named: no-parameters, not-initialised
import mxnet as mx
from mxnet import gluon


def feature_extractor(net, layer):
    data = mx.sym.var("data")
    out = data
    for i in range(layer + 1):
        out = net[i](out)
    return gluon.SymbolBlock(out, data)
