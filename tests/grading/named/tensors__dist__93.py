# mistake: the expanded square cancels in float32, so large arrays that are close to each other give a wrong distance or NaN
# named: expanded-square
import mxnet as mx
from mxnet import nd


def dist(x, y):
    xx = nd.sum(x * x)
    yy = nd.sum(y * y)
    xy = nd.sum(x * y)
    return nd.sqrt(xx + yy - 2 * xy)
