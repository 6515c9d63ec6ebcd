from mxnet import nd


def gather(x, index):
    starts = nd.arange(x.shape[0], dtype="int64") * x.shape[1]
    return nd.take(x.reshape((-1,)), (index.T + starts).T)
