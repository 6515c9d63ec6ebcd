"""The gradient is divided by its norm.

The task uses the gradient itself, with its length.
"""

from mxnet import autograd, gluon


def move_input(net, data, label, size):
    data.attach_grad()
    with autograd.record(train_mode=False):
        loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label)
    loss.backward(train_mode=False)
    return data + size * data.grad / data.grad.norm()
