"""The quotient is not recorded.

What you compute inside `pause()` or after the `record()` scope is not recorded: compute `y / scale` inside `record()`, and only `scale` inside `pause()`.
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
