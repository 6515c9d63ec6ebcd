"""The gradient of the rounding is 0.

A rounding is constant between its jumps, so autograd gives 0. Say yourself what the backward pass does, with a class derived from
`autograd.Function`, or add the rounded minus the limited values as a constant: detach this difference.
"""

from mxnet import nd, np


def fake_quantise(x, step, limit):
    units = nd.clip(x, -limit, limit) / step
    return np.around(units.as_np_ndarray()).as_nd_ndarray() * step
