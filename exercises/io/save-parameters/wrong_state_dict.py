"""The name is PyTorch's, and MXNet does not have it.

Gluon Blocks have no `state_dict`: call `net.save_parameters(path)`.
"""

from mxnet import nd


def save_net(net, path):
    nd.save(path, net.state_dict())
