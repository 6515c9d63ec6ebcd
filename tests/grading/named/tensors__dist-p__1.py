# mistake: Uses nd.norm with ord=p, which supports 1 and 2 only.
# named: order-three
from mxnet import nd


def dist_p(x, y, p):
    return nd.norm(x - y, ord=p)
