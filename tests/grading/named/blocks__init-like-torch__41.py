# mistake: MSRAPrelu with PyTorch's a=sqrt(5) draws from a normal distribution (right standard deviation, wrong greatest value); the weight must be uniform between plus and minus 1 / sqrt(fan_in).
# named: normal-weights
import math

import mxnet as mx
import numpy as np


def init_like_torch(net):
    def reset(layer):
        weight = getattr(layer, "weight", None)
        if weight is None:
            return
        weight.initialize(mx.init.MSRAPrelu(factor_type="in", slope=math.sqrt(5)))
        if layer.bias is not None:
            fan_in = int(np.prod(weight.shape[1:]))
            layer.bias.initialize(mx.init.Uniform(1 / math.sqrt(fan_in)))

    net.apply(reset)
