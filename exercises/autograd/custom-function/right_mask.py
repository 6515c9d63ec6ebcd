import numpy as onp
from mxnet import nd


def fake_quantise(x, step, limit):
    inside = nd.abs(x) <= limit
    values = x.asnumpy().clip(-limit, limit)
    quantised = nd.array(onp.around(values / step) * step)
    return x * inside + nd.BlockGrad(quantised - x * inside)
