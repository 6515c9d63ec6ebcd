def predict_on(net, x, ctx):
    net.hybridize()
    net.collect_params().reset_ctx(ctx)
    with ctx:
        return net(x.as_in_context(ctx))
