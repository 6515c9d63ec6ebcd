"""The graph of the net is exported too.

`export` writes a graph and parameters in another format, in two files: to save parameters call
`net.save_parameters(path)`.
"""

from mxnet import nd


def save_net(net, path):
    net.hybridize()
    net(nd.ones((1, net[0].weight.shape[1])))
    net.export(path)
