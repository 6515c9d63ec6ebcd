"""A layer set by setattr in a subclass made by type()."""

from mxnet.gluon import Block, nn


def make_net(d_in, d_out):
    def __init__(self, **kwargs):
        Block.__init__(self, **kwargs)
        with self.name_scope():
            setattr(self, "linear", nn.Dense(d_out, in_units=d_in))

    def forward(self, x):
        return self.linear(x)

    return type("Linear", (Block,), {"__init__": __init__, "forward": forward})()
