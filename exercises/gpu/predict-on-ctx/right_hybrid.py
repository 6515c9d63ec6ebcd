def predict_on(net, x, ctx):
    net.collect_params().reset_ctx(ctx)
    net.hybridize()
    return net(x.as_in_context(ctx))
