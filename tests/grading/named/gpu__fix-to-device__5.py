# mistake: initialize without force_reinit does nothing but warn for a net that has values, so the net stays on cpu(0); reset_ctx moves it.
# named: initialised-again
from mxnet import nd


def predict_on(net, mean, std, x, ctx):
    net.initialize(ctx=ctx)
    x = x.as_in_context(ctx)
    mean = mean.as_in_context(ctx)
    std = std.as_in_context(ctx)
    return nd.softmax(net((x - mean) / std), axis=1)
