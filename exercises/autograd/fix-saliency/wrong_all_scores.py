"""The scores of all classes are added.

`backward` of the whole output gives the gradient of the sum of all scores: choose the score of the label first.
"""

from mxnet import autograd


def saliency(net, x, labels):
    x.attach_grad()
    with autograd.record(train_mode=False):
        scores = net(x)
    scores.backward(train_mode=False)
    return x.grad.abs()
