"""All weights are equal.

Weights that are all the same never learn to differ: leave the initializer out, or take a random one such as `mx.init.Xavier()`.
"""

import mxnet as mx


def init_on(net, ctxs):
    net.initialize(mx.init.Zero(), ctx=ctxs)
