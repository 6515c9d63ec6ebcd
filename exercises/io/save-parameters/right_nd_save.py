from mxnet import nd


def save_net(net, path):
    arrays = {}
    for i, layer in enumerate(net):
        for name, parameter in layer.collect_params().items():
            arrays[f"{i}.{name[len(layer.prefix) :]}"] = parameter.data()
    nd.save(path, arrays)
