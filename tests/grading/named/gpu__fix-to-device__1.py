# mistake: initialize with force_reinit is left in, so the trained weights are replaced by random ones.
# named: weights-deleted
from mxnet import nd


def predict_on(net, mean, std, x, ctx):
    net.initialize(ctx=ctx, force_reinit=True)
    x = x.as_in_context(ctx)
    mean = mean.as_in_context(ctx)
    std = std.as_in_context(ctx)
    return nd.softmax(net((x - mean) / std))
