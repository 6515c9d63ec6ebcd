def predict_on(net, x, ctx):
    net = net.to(ctx)
    return net(x.to(ctx))
