"""Predict mode records nothing.

`predict_mode` sets the mode and does not record: write `autograd.record(train_mode=False)`, and call `x.attach_grad()` first.
"""

from mxnet import autograd


def saliency(net, x):
    x.attach_grad()
    with autograd.predict_mode():
        y = net(x)
    y.backward(train_mode=False)
    return x.grad
