"""All weights are equal.

If all weights are equal, they get equal gradients and stay equal: leave the initializer out, or use a random one such as `mx.init.Xavier()`.
"""

import mxnet as mx


def init_on(net, ctxs):
    net.initialize(mx.init.Zero(), ctx=ctxs)
