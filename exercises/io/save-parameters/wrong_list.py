"""The file holds a list of arrays without names.

The file holds arrays without names, and `load_parameters` goes by name: call `net.save_parameters(path)`.
"""

from mxnet import nd


def save_net(net, path):
    nd.save(path, [parameter.data() for parameter in net.collect_params().values()])
