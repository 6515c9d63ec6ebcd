from mxnet import np


def eigh(a):
    e, v = np.linalg.eig(a.as_np_ndarray())
    order = np.argsort(e)
    return e[order], v[:, order]
