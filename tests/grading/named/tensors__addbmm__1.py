# mistake: Adds m to each product and forgets to sum over the batch, so the result has three axes.
# named: no-sum
from mxnet import nd


def addbmm(m, batch1, batch2):
    return nd.broadcast_add(m.expand_dims(0), nd.batch_dot(batch1, batch2))
