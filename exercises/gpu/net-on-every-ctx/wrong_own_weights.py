"""Each device has different weights.

The copies differ, so each device would train a different net: `net.initialize(ctx=ctxs)` draws the weights once and copies them.
"""

from mxnet import nd


def init_on(net, ctxs):
    net.initialize(ctx=ctxs)
    for parameter in net.collect_params().values():
        for array in parameter.list_data():
            array[:] = nd.random.uniform(-0.1, 0.1, shape=array.shape, ctx=array.context)
