"""The computation is recorded in training mode.

`record()` switches to training, which drops units and moves batch norm's statistics: use `autograd.record(train_mode=False)`.
"""

from mxnet import autograd


def saliency(net, x):
    x.attach_grad()
    with autograd.record():
        y = net(x)
    y.backward()
    return x.grad
