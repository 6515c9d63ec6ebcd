def predict_on(net, x, ctx):
    for parameter in net.collect_params().values():
        values = parameter.data()
        parameter.initialize(ctx=ctx, force_reinit=True)
        parameter.set_data(values)
    return net(x.as_in_context(ctx))
