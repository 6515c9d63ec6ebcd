# mistake: Set_data copies the values into the parameter's existing arrays, so the parameters stay on the old device; right is reset_ctx(ctx).
# named: written-in-place
from mxnet import nd


def predict_on(net, mean, std, x, ctx):
    for param in net.collect_params().values():
        param.set_data(param.data().as_in_context(ctx))
    x, mean, std = [a.as_in_context(ctx) for a in (x, mean, std)]
    normalised = (x - mean) / std
    return nd.softmax(net(normalised), axis=1)
