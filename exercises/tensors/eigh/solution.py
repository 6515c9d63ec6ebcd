from mxnet import nd


def eigh(a):
    u, e = nd.linalg.syevd(a)
    return e, u.T
