import mxnet as mx
from mxnet import gluon


def feature_extractor(net, layer):
    data = output = mx.sym.var("data")
    for child in list(net)[: layer + 1]:
        output = child(output)
    return gluon.SymbolBlock([output], [data], params=net.collect_params())
