from mxnet import nd


def cross(x, y):
    one, two, three = slice(0, 1), slice(1, 2), slice(2, 3)
    pairs = ((two, three), (three, one), (one, two))
    return nd.concat(*(x[..., j] * y[..., k] - x[..., k] * y[..., j] for j, k in pairs), dim=-1)
