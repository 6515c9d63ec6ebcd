from mxnet import nd


def addcdiv(t, v, t1, t2):
    return nd.broadcast_add(t, nd.broadcast_div(t1 * v, t2))
