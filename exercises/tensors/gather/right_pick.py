from mxnet import nd


def gather(x, index):
    return nd.stack(*[nd.pick(x, index[:, j], axis=1) for j in range(index.shape[1])]).T
