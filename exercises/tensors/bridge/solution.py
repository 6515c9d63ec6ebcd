from mxnet import nd


def standardise(capsule):
    x = nd.from_dlpack(capsule)
    mean = x.mean(axis=0)
    deviation = nd.sqrt(nd.square(x - mean).mean(axis=0))
    x[:] = (x - mean) / deviation
    return x.to_dlpack_for_read()
