"""The absolute error is taken, not the squared one.

`L1Loss` averages the absolute differences, but the exercise asks for the squared ones: use `L2Loss` and double it.
"""

from mxnet import gluon


def mse(pred, target):
    return gluon.loss.L1Loss()(pred, target).mean()
