from mxnet import nd


def load_net(net, path, ctx, strict):
    arrays = nd.load(path)
    own = {f"{i}.{n[len(layer.prefix) :]}": p for i, layer in enumerate(net) for n, p in layer.collect_params().items()}
    if strict and set(arrays) != set(own):
        raise ValueError("the file and the net do not have the same names")
    net.initialize(ctx=ctx)
    for name in set(arrays) & set(own):
        own[name].set_data(arrays[name])
