from mxnet import np, npx

npx.set_np()


def dist(x, y):
    return np.linalg.norm(x.as_np_ndarray() - y.as_np_ndarray())
