from mxnet import nd


def cumsum(x):
    total = nd.zeros((x.shape[0],))
    columns = []
    for j in range(x.shape[1]):
        total = total + x[:, j]
        columns.append(total)
    return nd.stack(*columns).T
