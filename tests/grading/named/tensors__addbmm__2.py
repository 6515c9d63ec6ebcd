# mistake: Adds m to every product before summing, so m is counted once for each member of the batch.
# named: matrix-every-time
from mxnet import nd


def addbmm(m, batch1, batch2):
    c = nd.broadcast_to(m.expand_dims(0), (batch1.shape[0],) + m.shape)
    return nd.linalg_gemm(batch1, batch2, c).sum(axis=0)
