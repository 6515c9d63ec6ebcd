"""The result is moved back.

The output must be on `ctx`, where it was computed: return it without a move.
"""

import mxnet as mx


def predict_on(net, x, ctx):
    net.collect_params().reset_ctx(ctx)
    return net(x.as_in_context(ctx)).as_in_context(mx.cpu())
