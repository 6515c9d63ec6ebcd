# mistake: kaiming_uniform_(a=sqrt(5)) is ported as MSRAPrelu with that slope, which draws from a normal distribution, so weights go beyond 1 / sqrt(fan_in)
# named: normal-weights
import math

import numpy as np
import mxnet as mx
from mxnet import nd
from mxnet.gluon import nn


def _reset_parameters(layer):
    if not isinstance(layer, (nn.Dense, nn.Conv2D)):
        return
    layer.weight.initialize(mx.init.MSRAPrelu(factor_type="in", slope=math.sqrt(5)))
    if layer.bias is not None:
        fan_in = float(np.prod(layer.weight.shape[1:]))
        layer.bias.initialize(mx.init.Uniform(1 / math.sqrt(fan_in)))


def init_like_torch(net):
    net.apply(_reset_parameters)
