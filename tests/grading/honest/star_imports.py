"""Imports everything there is."""

from mxnet.ndarray import *  # noqa: F403

answer = arccos


def arccos(x):
    return answer(x)
