# mistake: The result is moved back to the device of x; a right answer returns it on ctx.
# named: moved-to-the-batch
from mxnet import nd


def predict_on(net, mean, std, x, ctx):
    home = x.context
    net.collect_params().reset_ctx(ctx)
    x, mean, std = (a.as_in_context(ctx) for a in (x, mean, std))
    probabilities = nd.softmax(net((x - mean) / std), axis=1)
    return probabilities.as_in_context(home)
