"""Parameters of the net that were frozen have gradients after the call.

The net must not change, and a layer of it can be frozen: `grad_req` of its Parameters is `'null'` before the call and must be `'null'` after it.
The Parameters need no change for a gradient of the input: leave their `grad_req` as it is.
"""

from mxnet import autograd, gluon


def move_input(net, data, label, size):
    x = data.copy()
    x.attach_grad()
    net.collect_params().setattr("grad_req", "null")
    with autograd.record(train_mode=False):
        loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(x), label)
    loss.backward(train_mode=False)
    net.collect_params().setattr("grad_req", "write")
    return data + size * x.grad / len(data)
