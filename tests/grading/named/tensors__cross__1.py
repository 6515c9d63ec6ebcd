# mistake: Takes the components along the first axis, which is wrong for rows of vectors.
# named: first-axis, reshape-size
from mxnet import nd


def cross(x, y):
    a = x[1] * y[2] - x[2] * y[1]
    b = x[2] * y[0] - x[0] * y[2]
    c = x[0] * y[1] - x[1] * y[0]
    return nd.stack(a, b, c, axis=0).reshape(x.shape)
