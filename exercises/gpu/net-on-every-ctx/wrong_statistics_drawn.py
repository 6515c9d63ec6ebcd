"""Running statistics are random too.

`init=` of a parameter's `initialize` overrides the values of the layer, 0 and 1 for running statistics: use `net.initialize(ctx=ctxs)`.
"""

import mxnet as mx


def init_on(net, ctxs):
    for parameter in net.collect_params().values():
        parameter.initialize(init=mx.init.Normal(0.1), ctx=ctxs)
