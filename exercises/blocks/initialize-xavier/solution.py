import mxnet as mx


def init_xavier(net):
    net.initialize(mx.init.Xavier())
