import mxnet as mx
from mxnet.gluon import nn

net, twin = nn.HybridSequential(), nn.HybridSequential()
net.add(nn.Dense({{b}}, in_units={{a}}), nn.BatchNorm(in_channels={{b}}), nn.Dense({{c}}, in_units={{b}}))
twin.add(nn.Dense({{b}}, in_units={{a}}), nn.Dense({{c}}, in_units={{b}}))
net.initialize(mx.init.One())
twin.initialize(mx.init.Zero())
net.save_parameters("net.params")
twin.load_parameters("net.params", allow_missing=True, ignore_extra=True)
result = [int(layer.weight.data().sum().asscalar()) for layer in twin]
