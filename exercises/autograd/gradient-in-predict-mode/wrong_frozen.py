"""The parameters stay frozen.

You set `grad_req` of the parameters to `'null'`, and the net cannot be trained afterwards: leave this out, the gradient of the input does not need it.
"""

from mxnet import autograd


def saliency(net, x):
    net.collect_params().setattr("grad_req", "null")
    x.attach_grad()
    with autograd.record(train_mode=False):
        y = net(x)
    y.backward(train_mode=False)
    return x.grad
