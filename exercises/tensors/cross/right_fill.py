from mxnet import nd


def cross(x, y):
    result = nd.zeros_like(x)
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        result[..., i] = x[..., j] * y[..., k] - x[..., k] * y[..., j]
    return result
