"""The net is initialised after the file is loaded.

The values are not those of the file: `initialize(force_reinit=True)` after `load_parameters` draws new values.
"""

import mxnet as mx


def load_net(net, path, ctx, strict):
    net.load_parameters(path, ctx=ctx, allow_missing=not strict, ignore_extra=not strict)
    net.initialize(mx.init.Zero(), ctx=ctx, force_reinit=True)
