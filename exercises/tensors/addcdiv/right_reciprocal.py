from mxnet import nd


def addcdiv(t, v, t1, t2):
    return t + v * t1 * nd.reciprocal(t2)
