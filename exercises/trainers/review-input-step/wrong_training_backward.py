"""The backward pass runs in training mode.

`backward` has its own mode: pass `train_mode=False`, or BatchNorm gives the gradient of training mode and changes its statistics.
"""

from mxnet import autograd, gluon


def move_input(net, data, label, size):
    x = data.copy()
    x.attach_grad()
    with autograd.record(train_mode=False):
        loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(x), label)
    loss.backward()
    return data + size * x.grad / len(data)
