"""The name is PyTorch's, and MXNet does not have it.

In Gluon it is `net.load_parameters(path, ctx=ctx, ..)`, which reads the file itself.
"""

from mxnet import nd


def load_net(net, path, ctx, strict):
    net.load_state_dict(nd.load(path), strict=strict)
