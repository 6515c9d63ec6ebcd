# mistake: Takes a pointwise Conv1D, which works on axis 1 (t) as channels, without moving the features there.
# named: ?
from mxnet.gluon import nn


def make_token_head(units):
    return nn.Conv1D(units, kernel_size=1)
