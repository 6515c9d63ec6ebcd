"""The scope is PyTorch's, and MXNet does not have it.

`torch.no_grad()` is `autograd.pause()` in MXNet.
"""

from mxnet import autograd


def normalised_gradient(x):
    x.attach_grad()
    with autograd.record():
        y = (x * x).sum()
        with autograd.no_grad():
            scale = (x * x).sum()
        loss = y / scale
    loss.backward()
    return x.grad
