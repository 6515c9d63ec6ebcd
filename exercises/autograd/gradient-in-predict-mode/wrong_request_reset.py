"""Parameters that were frozen have gradients after the call.

The settings of the net must not change, and a layer of it can be frozen before the call: the gradient of the input needs no change of `grad_req`.
"""

from mxnet import autograd


def saliency(net, x):
    net.collect_params().setattr("grad_req", "null")
    x.attach_grad()
    with autograd.record(train_mode=False):
        y = net(x)
    y.backward(train_mode=False)
    net.collect_params().setattr("grad_req", "write")
    return x.grad
