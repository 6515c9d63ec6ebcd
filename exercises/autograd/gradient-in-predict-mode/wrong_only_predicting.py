"""Nothing is recorded in predict mode.

Nothing leads from the output back to `x`; `predict_mode` sets the mode and does not record. Call `x.attach_grad()`, and the net inside `with autograd.record(train_mode=False):`.
"""

from mxnet import autograd


def saliency(net, x):
    x.attach_grad()
    with autograd.predict_mode():
        y = net(x)
    y.backward(train_mode=False)
    return x.grad
