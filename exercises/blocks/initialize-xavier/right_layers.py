from mxnet import init
from mxnet.gluon import nn


def init_xavier(net):
    def fill(block):
        if isinstance(block, nn.Dense):
            block.weight.initialize(init.Xavier())

    net.apply(fill)
    net.initialize()
