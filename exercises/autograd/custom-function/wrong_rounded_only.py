"""The value is only rounded, so its gradient is 0.

A rounding is constant between its jumps: say yourself what the backward pass does, with a class derived from `autograd.Function`.
`nd.round` also rounds halves away from 0; `np.around` rounds them to even.
"""

from mxnet import nd


def fake_quantise(x, step, limit):
    return nd.round(nd.clip(x, -limit, limit) / step) * step
