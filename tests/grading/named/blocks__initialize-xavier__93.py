# mistake: only the direct children are visited, so Dense layers inside a nested Sequential get no values
# named: direct-layers
import mxnet as mx
from mxnet import nd
from mxnet.gluon import nn


def init_xavier(net):
    for layer in net:
        if isinstance(layer, nn.Dense):
            layer.weight.initialize(mx.init.Xavier())
            if layer.bias is not None:
                layer.bias.initialize(mx.init.Zero())
