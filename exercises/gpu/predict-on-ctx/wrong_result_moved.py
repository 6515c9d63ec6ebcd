"""Only the result is moved.

The net computed on its old device and is still there: move its parameters first, `net.collect_params().reset_ctx(ctx)`.
"""

import mxnet as mx


def predict_on(net, x, ctx):
    return net(x.as_in_context(mx.cpu())).as_in_context(ctx)
