"""Imports MXNet under many names, and reloads its own helper."""

import importlib

import mxnet
import mxnet as mx
import mxnet.ndarray as F
from mxnet import nd as ND

importlib.reload(importlib.import_module("json"))


def arccos(x):
    assert mx is mxnet is importlib.import_module("mxnet")
    assert ND is mx.nd
    return F.arccos(x)
