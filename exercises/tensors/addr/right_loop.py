from mxnet import nd


def addr(m, vec1, vec2):
    return nd.stack(*[row + a * vec2 for row, a in zip(m, vec1)])
