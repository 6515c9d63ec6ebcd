import mxnet as mx
from mxnet import gluon, npx

npx.set_np()


def feature_extractor(net, layer):
    data = mx.sym.var("data").as_np_ndarray()
    return gluon.SymbolBlock(net[: layer + 1](data), data, params=net.collect_params())
