def predict_on(net, x, ctx):
    net = net.eval().to(ctx)
    return net(x.to(ctx))
