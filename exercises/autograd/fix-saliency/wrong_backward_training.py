"""The backward pass runs in training mode.

The backward pass has its own mode, and training is its default: call `backward(train_mode=False)`.
"""

from mxnet import autograd, nd


def saliency(net, x, labels):
    x.attach_grad()
    with autograd.record(train_mode=False):
        chosen = nd.pick(net(x), labels, axis=1)
    chosen.backward()
    return x.grad.abs()
