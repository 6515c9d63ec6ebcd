# mistake: The downsample branch is made only for a stride, so a block that only changes the number of channels cannot add its identity.
# named: no-convolution-for-channels
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
            if stride != 1:
                self.downsample = nn.HybridSequential()
                self.downsample.add(nn.Conv2D(planes, 1, strides=stride, use_bias=False, in_channels=inplanes))
                self.downsample.add(nn.BatchNorm(in_channels=planes))

    def hybrid_forward(self, F, x):
        identity = x if self.downsample is None else self.downsample(x)
        out = F.relu(self.bn1(self.conv1(x)))
        out = self.bn2(self.conv2(out))
        return F.relu(out + identity)


def port_block(state, inplanes, planes, stride):
    net = BasicBlock(inplanes, planes, stride)
    net.initialize()
    for name, parameter in net._collect_params_with_prefix().items():
        name = name.replace("gamma", "weight").replace("beta", "bias")
        parameter.set_data(state[name])
    net.hybridize()
    return net
