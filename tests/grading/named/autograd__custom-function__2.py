# mistake: in the straight-through trick the difference is not detached (BlockGrad), so `clipped` cancels out and the gradient is 0.
# named: no-gradient
import mxnet as mx
import numpy as np
from mxnet import nd


def fake_quantise(x, step, limit):
    clipped = x.clip(-limit, limit)
    rounded = nd.array(np.round(clipped.asnumpy() / step) * step, ctx=x.context)
    return clipped + (rounded - clipped)
