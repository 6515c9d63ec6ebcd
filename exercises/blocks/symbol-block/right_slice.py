import mxnet as mx
from mxnet import gluon


def feature_extractor(net, layer):
    data = mx.sym.Variable("features_of")
    return gluon.SymbolBlock(net[: layer + 1](data), data, params=net.collect_params())
