"""The momentum of the normalisation is PyTorch's.

Gluon's momentum is the share of the old running statistic, PyTorch's the share of the new one: PyTorch's 0.1 is `momentum=0.9`, the default.
"""

import mxnet as mx
from mxnet import gluon, nd
from mxnet.gluon import nn


def norm(planes):
    return nn.BatchNorm(momentum=0.1, epsilon=1e-5, in_channels=planes)


class BasicBlock(gluon.HybridBlock):
    def __init__(self, inplanes, planes, stride, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.conv1 = nn.Conv2D(planes, 3, strides=stride, padding=1, use_bias=False, in_channels=inplanes)
            self.bn1 = norm(planes)
            self.conv2 = nn.Conv2D(planes, 3, padding=1, use_bias=False, in_channels=planes)
            self.bn2 = norm(planes)
            self.downsample = None
            if stride != 1 or inplanes != planes:
                self.downsample = nn.HybridSequential()
                self.downsample.add(
                    nn.Conv2D(planes, 1, strides=stride, use_bias=False, in_channels=inplanes), norm(planes)
                )

    def hybrid_forward(self, F, x):
        identity = x if self.downsample is None else self.downsample(x)
        out = F.relu(self.bn1(self.conv1(x)))
        out = self.bn2(self.conv2(out))
        return F.relu(out + identity)


def port_block(state, inplanes, planes, stride):
    net = BasicBlock(inplanes, planes, stride)
    net.initialize()
    for name, parameter in net._collect_params_with_prefix().items():
        layer, kind = name.rsplit(".", 1)
        kind = {"gamma": "weight", "beta": "bias"}.get(kind, kind)
        parameter.set_data(state[layer + "." + kind])
    net.hybridize()
    return net
