from mxnet import np


def matrix_root(a):
    e, v = np.linalg.eigh(a.as_np_ndarray())
    return np.dot(v * np.sqrt(e), v.T)
