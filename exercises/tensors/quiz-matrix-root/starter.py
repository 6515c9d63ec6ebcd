from mxnet import nd


def matrix_root(a):
    u, e = nd.linalg.syevd(a)
    return nd.dot(nd.dot(u, nd.diag(nd.sqrt(e))), u.T)
