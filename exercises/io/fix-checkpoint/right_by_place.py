from mxnet import nd


def hand_over(net, twin, path):
    nd.save(path, {name: parameter.data() for name, parameter in net._collect_params_with_prefix().items()})
    arrays = nd.load(path)
    for name, parameter in twin._collect_params_with_prefix().items():
        parameter.set_data(arrays.pop(name))
    if arrays:
        raise ValueError(f"{path} has parameters too many: {', '.join(arrays)}.")
