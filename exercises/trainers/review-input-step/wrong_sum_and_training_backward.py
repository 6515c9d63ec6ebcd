"""Two mistakes are left: the sum over the samples, and the mode of the backward pass.

Divide by the number of samples, and pass `train_mode=False` to `backward`, too.
"""

from mxnet import autograd, gluon


def move_input(net, data, label, size):
    data.attach_grad()
    with autograd.record(train_mode=False):
        loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label)
    loss.backward()
    return data + size * data.grad
