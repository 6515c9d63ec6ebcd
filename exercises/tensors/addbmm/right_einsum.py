from mxnet import np


def addbmm(m, batch1, batch2):
    return m.as_np_ndarray() + np.einsum("bnk,bkp->np", batch1.as_np_ndarray(), batch2.as_np_ndarray())
