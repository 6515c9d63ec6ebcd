"""The weights are drawn from a normal distribution.

The standard deviation is right, but the draws are normal and some are outside the bound: `mx.init.Xavier()` is uniform by default.
"""

import mxnet as mx


def init_xavier(net):
    net.initialize(mx.init.Xavier(rnd_type="gaussian", magnitude=2))
