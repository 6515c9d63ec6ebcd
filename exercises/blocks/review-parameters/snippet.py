from mxnet import nd
from mxnet.gluon import nn

net = nn.HybridSequential()
net.add(
    nn.Conv2D({{filters}}, 3, use_bias=False),
    nn.BatchNorm(),
    nn.Activation("relu"),
    nn.MaxPool2D(2),
    nn.Dense({{classes}}),
)
net.initialize()
net(nd.ones((2, 3, {{size}}, {{size}})))

parameters = list(net.collect_params().values())
trained = [p for p in parameters if p.grad_req != "null"]
result = [len(parameters), len(trained), net[4].weight.shape[1]]
