"""The squares are halved twice.

`weight` is multiplied with the half that `L2Loss` has already: pass `weight=2`.
"""

from mxnet import gluon
def mse(pred, target):
    return gluon.loss.L2Loss(weight=0.5)(pred, target).mean()
