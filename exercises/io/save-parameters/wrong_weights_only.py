"""Only the parameters that get gradients are saved.

The running statistics of the batch norm are missing in the file: they have no gradient, but they belong to the net.
"""

from mxnet import nd


def save_net(net, path):
    arrays = {}
    for i, layer in enumerate(net):
        for name, parameter in layer.collect_params().items():
            if parameter.grad_req != "null":
                arrays[f"{i}.{name[len(layer.prefix) :]}"] = parameter.data()
    nd.save(path, arrays)
