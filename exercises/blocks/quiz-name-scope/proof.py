import os

from mxnet import gluon, nd
from mxnet.gluon import nn


class Net(gluon.Block):
    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(2, in_units=3)

    def forward(self, x):
        return self.dense(x)


class Scoped(Net):
    def __init__(self):
        super().__init__()
        with self.name_scope():
            self.dense = nn.Dense(2, in_units=3)


one, two = Net(), Net()
names = list(one.collect_params())
assert len(names) == 2, "registered without a scope"
one.initialize()
two.initialize()
assert one(nd.ones((1, 3))).shape == (1, 2), "initialize reaches the layer"
assert all(name.startswith("dense") for name in names), "the right option"
scoped = Scoped()
assert all(name.startswith(scoped.prefix + "dense") for name in scoped.collect_params()), "the scope gives the prefix"
assert not set(names) & set(two.collect_params()), "two instances have different names"
one.dense.weight.set_data(nd.zeros((2, 3)))
assert (two.dense.weight.data() != 0).asnumpy().any(), "two instances share nothing"
one.save_parameters("net.params")
assert sorted(nd.load("net.params")) == ["dense.bias", "dense.weight"], "attribute paths"
two.load_parameters("net.params")
assert (two.dense.weight.data() == 0).asnumpy().all(), "save_parameters does not need the scope"
os.remove("net.params")
