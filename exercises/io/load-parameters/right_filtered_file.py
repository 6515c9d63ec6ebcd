from mxnet import nd


def load_net(net, path, ctx, strict):
    if not strict:
        own = net._collect_params_with_prefix()
        nd.save("part.params", {name: array for name, array in nd.load(path).items() if name in own})
        path = "part.params"
    net.load_parameters(path, ctx=ctx, allow_missing=not strict)
