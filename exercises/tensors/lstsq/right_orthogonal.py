from mxnet import nd


def lstsq(a, b):
    rows, columns = a.shape
    if rows >= columns:
        q, lower = nd.linalg.gelqf(a.T)
        return nd.linalg.trsm(lower, nd.dot(q, b), transpose=True)
    q, lower = nd.linalg.gelqf(a)
    return nd.dot(q.T, nd.linalg.trsm(lower, b))
