"""A relu is applied to the shortcut.

The shortcut is the convolution and its normalisation alone: the relu comes after the addition.
"""

from mxnet import gluon
from mxnet.gluon import nn


class BasicBlock(gluon.HybridBlock):
    def __init__(self, inplanes, planes, stride, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.conv1 = nn.Conv2D(planes, 3, stride, 1, use_bias=False, in_channels=inplanes)
            self.bn1 = nn.BatchNorm(in_channels=planes)
            self.conv2 = nn.Conv2D(planes, 3, 1, 1, use_bias=False, in_channels=planes)
            self.bn2 = nn.BatchNorm(in_channels=planes)
            self.downsample = None
            if stride != 1 or inplanes != planes:
                self.downsample = nn.HybridSequential()
                self.downsample.add(
                    nn.Conv2D(planes, 1, stride, use_bias=False, in_channels=inplanes),
                    nn.BatchNorm(in_channels=planes),
                )

    def hybrid_forward(self, F, x):
        identity = x if self.downsample is None else F.relu(self.downsample(x))
        out = F.relu(self.bn1(self.conv1(x)))
        out = self.bn2(self.conv2(out))
        return F.relu(out + identity)


LEAVES = {"weight": "gamma", "bias": "beta", "running_mean": "running_mean", "running_var": "running_var"}


def port_block(state, inplanes, planes, stride):
    net = BasicBlock(inplanes, planes, stride)
    net.initialize()
    for name, array in state.items():
        *places, leaf = name.split(".")
        layer = net
        for place in places:
            layer = layer[int(place)] if place.isdigit() else getattr(layer, place)
        if leaf != "num_batches_tracked":
            getattr(layer, LEAVES[leaf] if isinstance(layer, nn.BatchNorm) else leaf).set_data(array)
    net.hybridize()
    return net
