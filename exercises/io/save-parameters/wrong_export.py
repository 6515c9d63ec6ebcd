"""The graph of the net is exported as well.

`export` writes a graph and parameters in another format, under two names: to save parameters call
`net.save_parameters(path)`.
"""

from mxnet import nd


def save_net(net, path):
    net.hybridize()
    net(nd.ones((1, net[0].weight.shape[1])))
    net.export(path)
