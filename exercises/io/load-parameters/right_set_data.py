from mxnet import nd


def load_net(net, path, ctx, strict):
    arrays = nd.load(path)
    own = {f"{i}.{n[len(layer.prefix) :]}": p for i, layer in enumerate(net) for n, p in layer.collect_params().items()}
    if strict and set(arrays) != set(own):
        raise ValueError(f"these names are on one side only: {sorted(set(arrays) ^ set(own))}")
    if any(p._data is None for p in own.values()):
        net.initialize(ctx=ctx)
    for name in set(arrays) & set(own):
        own[name].set_data(arrays[name])
    net.collect_params().reset_ctx(ctx)
