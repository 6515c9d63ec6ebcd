from mxnet import nd


def predict_on(net, mean, std, x, ctx):
    net.initialize(ctx=ctx, force_reinit=True)
    x.as_in_context(ctx)
    return nd.softmax(net((x - mean) / std))
