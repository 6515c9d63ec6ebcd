from mxnet import init
from mxnet.gluon import nn


def init_xavier(net):
    def fill(block):
        if isinstance(block, nn.Dense):
            block.weight.initialize(init.Xavier(rnd_type="uniform", factor_type="avg", magnitude=3))
            block.bias.initialize(init.Zero())

    net.apply(fill)
