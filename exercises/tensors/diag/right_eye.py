from mxnet import nd


def diag(x):
    if x.ndim == 1:
        return nd.eye(x.size) * x
    rows, columns = x.shape
    return (x * nd.eye(rows, columns)).sum(axis=1)[:columns]
