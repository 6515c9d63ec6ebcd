# mistake: The softmax is taken over axis 0, that is over the samples, instead of over the classes.
# named: extra-argument, softmax-of-the-batch
from mxnet import nd


def predict_on(net, mean, std, x, ctx):
    net.collect_params().reset_ctx(ctx)
    x, mean, std = (a.as_in_context(ctx) for a in (x, mean, std))
    return nd.softmax(net((x - mean) / std), axis=0)
