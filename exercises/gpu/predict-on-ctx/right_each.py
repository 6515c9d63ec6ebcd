def predict_on(net, x, ctx):
    for parameter in net.collect_params().values():
        parameter.reset_ctx([ctx])
    return net.forward(x.copyto(ctx))
