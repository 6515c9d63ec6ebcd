from mxnet import nd


def addcdiv(t, v, t1, t2):
    result = t.copy()
    result += v * t1 * nd.reciprocal(t2)
    return result
