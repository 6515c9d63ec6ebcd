"""All elements of the weight count as fan_in.

`fan_in` is the number of inputs of one output, which is the number of elements of `weight[0]`: leave the first axis out of the product.
"""

import math

import mxnet as mx


def init_like_torch(net):
    for layer in net:
        bound = 1 / math.sqrt(math.prod(layer.weight.shape))
        layer.weight.initialize(mx.init.Uniform(bound))
        if layer.bias is not None:
            layer.bias.initialize(mx.init.Uniform(bound))
