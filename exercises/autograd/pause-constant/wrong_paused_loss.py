"""The quotient is paused too.

What you compute inside `pause()` is not recorded: leave that scope before `y / scale`, so that only `scale` is constant.
"""

from mxnet import autograd


def normalised_gradient(x):
    x.attach_grad()
    with autograd.record():
        y = (x * x).sum()
        with autograd.pause():
            scale = (x * x).sum()
            loss = y / scale
    loss.backward()
    return x.grad
