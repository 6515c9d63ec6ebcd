"""The gradient is that of a probability, not of the loss.

The cross entropy is minus the logarithm of the probability: differentiate the mean of the loss.
"""

from mxnet import autograd, gluon


def move_input(net, data, label, size):
    data.attach_grad()
    with autograd.record(train_mode=False):
        loss = -net(data).softmax().pick(label)
    loss.backward(train_mode=False)
    return data + size * data.grad / data.shape[0]
