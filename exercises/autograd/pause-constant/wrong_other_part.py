"""The other part is not recorded.

You kept the numerator constant and differentiated `scale`, so the sign is wrong: keep `scale` constant.
"""

from mxnet import autograd


def normalised_gradient(x):
    x.attach_grad()
    with autograd.record():
        with autograd.pause():
            y = (x * x).sum()
        scale = (x * x).sum()
        loss = y / scale
    loss.backward()
    return x.grad
