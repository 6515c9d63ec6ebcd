"""The mean of the outputs is taken, not the sum.

The outputs are summed here, so leave `.mean()` out: `backward` of the whole output adds up.
"""

from mxnet import autograd


def saliency(net, x):
    x.attach_grad()
    with autograd.record(train_mode=False):
        y = net(x).mean()
    y.backward(train_mode=False)
    return x.grad
