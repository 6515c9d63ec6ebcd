from mxnet import np


def bernoulli(p):
    return np.ceil(p.as_np_ndarray() - np.random.rand(*p.shape))
