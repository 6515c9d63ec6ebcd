"""Nothing is recorded in predict mode.

`predict_mode` sets the mode but does not record. Call `x.attach_grad()`, then call the net inside `with autograd.record(train_mode=False):`.
"""

from mxnet import autograd


def saliency(net, x):
    x.attach_grad()
    with autograd.predict_mode():
        y = net(x)
    y.backward(train_mode=False)
    return x.grad
