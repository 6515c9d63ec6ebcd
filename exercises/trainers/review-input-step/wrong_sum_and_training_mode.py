"""Two mistakes are left: the sum over the samples, and the training mode.

Divide by the number of samples, and pass `train_mode=False` to `record` and to `backward`.
"""

from mxnet import autograd, gluon


def move_input(net, data, label, size):
    data.attach_grad()
    with autograd.record():
        loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label)
    loss.backward()
    return data + size * data.grad
