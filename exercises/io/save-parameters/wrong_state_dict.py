"""A name of PyTorch that MXNet does not have.

Gluon blocks have no `state_dict`: call `net.save_parameters(path)`.
"""

from mxnet import nd


def save_net(net, path):
    nd.save(path, net.state_dict())
