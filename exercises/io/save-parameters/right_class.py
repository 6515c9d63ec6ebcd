from mxnet.gluon import Block


def save_net(net, path):
    Block.save_parameters(net, filename=path)
