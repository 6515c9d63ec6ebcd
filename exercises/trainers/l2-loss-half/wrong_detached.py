"""The loss does not lead back to `pred`.

The value is right, and nothing leads from it back to `pred`, so no net could be trained with it: leave `detach` out, and stay with MXNet's operators.
"""

from mxnet import gluon


def mse(pred, target):
    return (gluon.loss.L2Loss()(pred, target) * 2).mean().detach()
