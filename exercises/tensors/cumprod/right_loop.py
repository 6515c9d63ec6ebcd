from mxnet import nd


def cumprod(x):
    columns = [x[:, 0]]
    for j in range(1, x.shape[1]):
        columns.append(columns[-1] * x[:, j])
    return nd.stack(*columns, axis=1)
