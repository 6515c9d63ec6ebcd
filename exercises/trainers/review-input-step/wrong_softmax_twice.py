"""The softmax is applied twice.

`SoftmaxCrossEntropyLoss` takes the scores of the net and applies the softmax itself: leave yours out.
"""

from mxnet import autograd, gluon


def move_input(net, data, label, size):
    data.attach_grad()
    with autograd.record(train_mode=False):
        loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(data).softmax(), label)
    loss.backward(train_mode=False)
    return data + size * data.grad / data.shape[0]
