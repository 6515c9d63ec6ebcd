from mxnet import nd


def predict_on(net, mean, std, x, ctx):
    for parameter in net.collect_params().values():
        parameter.reset_ctx([ctx])
    inputs = (x.copyto(ctx) - mean.copyto(ctx)) / std.copyto(ctx)
    return net(inputs).softmax()
