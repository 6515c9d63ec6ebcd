"""The map is that of the loss, not of the scores.

The loss contains the scores of all classes. The reference differentiates the score of the label alone, without
`log_softmax`.
"""

from mxnet import autograd, nd


def saliency(net, x, labels):
    x.attach_grad()
    with autograd.record(train_mode=False):
        chosen = nd.pick(nd.log_softmax(net(x)), labels, axis=1)
    chosen.backward(train_mode=False)
    return x.grad.abs()
