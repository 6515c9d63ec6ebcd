"""The backward pass runs in training mode.

The forward pass is right. `backward` has its own mode, which batch norm uses: `y.backward(train_mode=False)`.
"""

from mxnet import autograd


def saliency(net, x):
    x.attach_grad()
    with autograd.record(train_mode=False):
        y = net(x)
    y.backward()
    return x.grad
