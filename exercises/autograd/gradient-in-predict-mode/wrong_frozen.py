"""The parameters are left frozen.

You set `grad_req` of the parameters to `'null'`, and the net cannot be trained afterwards: autograd needs no such switch for the gradient of the input.
"""

from mxnet import autograd


def saliency(net, x):
    net.collect_params().setattr("grad_req", "null")
    x.attach_grad()
    with autograd.record(train_mode=False):
        y = net(x)
    y.backward(train_mode=False)
    return x.grad
