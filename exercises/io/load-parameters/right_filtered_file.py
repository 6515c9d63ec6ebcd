from mxnet import nd


def load_net(net, path, ctx, strict):
    if not strict:
        layers = len(net)
        nd.save("part.params", {k: v for k, v in nd.load(path).items() if int(k.split(".")[0]) < layers})
        path = "part.params"
    net.load_parameters(path, ctx=ctx, allow_missing=not strict)
