"""The net is also on the old device.

The argument of `reset_ctx` is the list of all devices of the net: pass only `ctx`.
"""

import mxnet as mx


def predict_on(net, x, ctx):
    net.collect_params().reset_ctx([mx.cpu(), ctx])
    return net(x.as_in_context(ctx))
