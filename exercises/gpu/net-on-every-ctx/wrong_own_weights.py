"""Each device has weights of its own.

The copies differ, so each device would train another net: `net.initialize(ctx=ctxs)` draws once and copies.
"""

from mxnet import nd


def init_on(net, ctxs):
    net.initialize(ctx=ctxs)
    for parameter in net.collect_params().values():
        for array in parameter.list_data():
            array[:] = nd.random.uniform(-0.1, 0.1, shape=array.shape, ctx=array.context)
