def load_net(net, path, ctx, strict):
    if strict:
        net.load_parameters(path, ctx)
    else:
        net.load_parameters(path, ctx, True, True)
