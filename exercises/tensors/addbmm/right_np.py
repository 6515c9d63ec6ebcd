from mxnet import np


def addbmm(m, batch1, batch2):
    products = np.matmul(batch1.as_np_ndarray(), batch2.as_np_ndarray())
    return m.as_np_ndarray() + products.sum(axis=0)
