"""The result is computed in training mode.

The output is that of training: batch statistics in place of the running ones, and Dropout drops. Outside `autograd.record()` a net predicts.
"""

from mxnet import autograd


def predict_on(net, x, ctx):
    net.collect_params().reset_ctx(ctx)
    with autograd.record():
        return net(x.as_in_context(ctx))
