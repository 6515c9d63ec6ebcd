from mxnet import nd


def addbmm(m, batch1, batch2):
    side_by_side = nd.transpose(batch1, axes=(1, 0, 2)).reshape((m.shape[0], -1))
    stacked = batch2.reshape((-1, m.shape[1]))
    return nd.dot(side_by_side, stacked) + m
