"""The map is divided by the number of all scores.

A mean over samples and classes makes the gradient smaller: call `backward` on the chosen scores themselves, or on
their sum.
"""

from mxnet import autograd, nd


def saliency(net, x, labels):
    x.attach_grad()
    with autograd.record(train_mode=False):
        scores = net(x)
        chosen = (scores * nd.one_hot(labels, scores.shape[1])).mean()
    chosen.backward(train_mode=False)
    return x.grad.abs()
