from mxnet import autograd, nd
from mxnet.gluon import nn

x = nd.random.normal(shape=(5, 3, 6, 8))
layer = nn.BatchNorm(3)
layer.initialize()
with autograd.record():
    y = layer(x)

assert layer.gamma.shape == (8,), "the right option: one gamma per column"
assert (abs(y.mean(axis=(0, 1, 2))) < 1e-5).asnumpy().all(), "each column has the mean 0"
assert (abs(y.mean(axis=(0, 2, 3))) > 1e-5).asnumpy().all(), "the channels are not normalised"
assert layer._kwargs["axis"] == 3, "the first argument is the axis"
assert layer._kwargs["momentum"] == 0.9, "the momentum keeps its default"

named = nn.BatchNorm(in_channels=3)
named.initialize()
with autograd.record():
    y = named(x)
assert (abs(y.mean(axis=(0, 2, 3))) < 1e-5).asnumpy().all(), "in_channels normalises the channels"

try:
    many = nn.BatchNorm(64)
    many.initialize()
    many(x)
except ValueError as error:
    assert "Channel axis out of range" in str(error)
else:
    raise AssertionError("BatchNorm(64) must raise")
