"""The entry is MXNet's own function."""

from mxnet.ndarray import arccos
