"""Moves the net by a file, and returns through a helper."""

import os
import tempfile


def moved(net, ctx):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "net.params")
        net.save_parameters(path)
        net.collect_params().reset_ctx(ctx)
        net.load_parameters(path, ctx=ctx)
    return net


def predict_on(net, x, ctx):
    return moved(net, ctx)(x.copyto(ctx))
