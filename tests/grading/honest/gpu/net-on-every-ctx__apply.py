"""Block.apply over the layers."""

import mxnet as mx


def init_on(net, ctxs):
    def one(block):
        for parameter in block.params.values():
            parameter.initialize(ctx=ctxs, default_init=mx.init.MSRAPrelu())

    net.apply(one)
    print(net)
