"""Dropout is switched off for good.

The rates of the net's `Dropout` layers are 0 now, so it never drops anything again: leave the layers alone and record with `train_mode=False`.
"""

from mxnet import autograd
from mxnet.gluon import nn


def saliency(net, x):
    for layer in net:
        if isinstance(layer, nn.Dropout):
            layer._rate = 0
    x.attach_grad()
    with autograd.record(train_mode=False):
        y = net(x)
    y.backward(train_mode=False)
    return x.grad
