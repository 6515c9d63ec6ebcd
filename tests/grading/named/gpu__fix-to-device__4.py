# mistake: load_parameters with ctx does not move a net that is already initialised on another device, it raises an error; reset_ctx moves it.
# named: loaded-elsewhere
import os
import tempfile

from mxnet import nd


def predict_on(net, mean, std, x, ctx):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "net.params")
        net.save_parameters(path)
        net.load_parameters(path, ctx=ctx)
    x = x.as_in_context(ctx)
    mean = mean.as_in_context(ctx)
    std = std.as_in_context(ctx)
    return nd.softmax(net((x - mean) / std), axis=1)
