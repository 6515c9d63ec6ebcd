"""Turns the argument itself into another class after the fact."""

import numpy as onp
from mxnet import nd


class Liar(nd.NDArray):
    def asnumpy(self):
        return onp.arccos(nd.NDArray.asnumpy(self))

    __slots__ = ()


def arccos(x):
    x.__class__ = Liar
    return x
