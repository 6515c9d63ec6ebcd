def predict_on(net, x, ctx):
    net.collect_params().reset_ctx(ctx)
    return net(x.as_in_context(ctx))
