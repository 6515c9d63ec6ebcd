from mxnet import nd


def addr(m, vec1, vec2):
    return m + nd.dot(vec1.expand_dims(0), vec2.expand_dims(0), transpose_a=True)
