"""Only the layers directly in the net are initialised.

A container inside the net has layers, too, and these still have no values: `initialize` of the net itself reaches all of them, at any depth.
"""

import mxnet as mx
from mxnet.gluon import nn


def init_xavier(net):
    for layer in net:
        if isinstance(layer, nn.Dense):
            layer.initialize(mx.init.Xavier())
