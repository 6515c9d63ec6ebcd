def load_net(net, path, ctx, strict):
    net.load_parameters(path, ctx=ctx, allow_missing=not strict, ignore_extra=not strict)
