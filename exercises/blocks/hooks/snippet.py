from mxnet import nd
from mxnet.gluon import nn

net = nn.HybridSequential()
net.add(nn.Dense(4, in_units=3), nn.Dense(2, in_units=4))
net.initialize()

outer, inner = [], []
net.register_forward_hook(lambda block, inputs, output: outer.append(output))
net[1].register_forward_hook(lambda block, inputs, output: inner.append(output))
for _ in range({{before}}):
    net(nd.ones((1, 3)))
net.hybridize()
for _ in range({{after}}):
    net(nd.ones((1, 3)))
result = [len(outer), len(inner)]
