"""The running statistics are left out.

Running means and variances are parameters without a gradient, and `twin` needs them to predict: save all parameters.
"""

from mxnet import nd


def trained(net):
    return [parameter for parameter in net.collect_params().values() if parameter.grad_req != "null"]


def hand_over(net, twin, path):
    nd.save(path, [parameter.data() for parameter in trained(net)])
    for parameter, value in zip(trained(twin), nd.load(path), strict=True):
        parameter.set_data(value)
