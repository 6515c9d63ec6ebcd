"""The computation is recorded in training mode.

`record()` switches to training mode: dropout is on, and batch norm's statistics change. Use `autograd.record(train_mode=False)`.
"""

from mxnet import autograd


def saliency(net, x):
    x.attach_grad()
    with autograd.record():
        y = net(x)
    y.backward()
    return x.grad
