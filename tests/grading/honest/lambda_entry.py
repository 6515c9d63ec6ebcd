"""The entry is a lambda."""

from mxnet import nd

arccos = lambda x: nd.arccos(x)
