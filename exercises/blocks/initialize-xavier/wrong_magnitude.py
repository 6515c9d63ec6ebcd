"""The magnitude belongs to another convention.

`magnitude` is 3 by default, which gives sqrt(6 / (in + out)); with 6 the bound is larger by the factor sqrt(2).
"""

import mxnet as mx


def init_xavier(net):
    net.initialize(mx.init.Xavier(magnitude=6))
