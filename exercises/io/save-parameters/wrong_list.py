"""The file has a list of arrays without names.

The file has arrays without names, but `load_parameters` needs names: call `net.save_parameters(path)`.
"""

from mxnet import nd


def save_net(net, path):
    nd.save(path, [parameter.data() for parameter in net.collect_params().values()])
