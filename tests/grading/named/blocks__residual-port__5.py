# mistake: use_global_stats=True makes BatchNorm use the running statistics in training too, so it never uses or learns those of the batch.
# named: global-statistics
from mxnet import gluon
from mxnet.gluon import nn


class BasicBlock(gluon.HybridBlock):
    def __init__(self, inplanes, planes, stride, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.conv1 = nn.Conv2D(planes, 3, strides=stride, padding=1, use_bias=False, in_channels=inplanes)
            self.bn1 = nn.BatchNorm(in_channels=planes, use_global_stats=True)
            self.conv2 = nn.Conv2D(planes, 3, padding=1, use_bias=False, in_channels=planes)
            self.bn2 = nn.BatchNorm(in_channels=planes, use_global_stats=True)
            self.downsample = None
            if stride != 1 or inplanes != planes:
                self.downsample = nn.HybridSequential()
                self.downsample.add(nn.Conv2D(planes, 1, strides=stride, use_bias=False, in_channels=inplanes))
                self.downsample.add(nn.BatchNorm(in_channels=planes, use_global_stats=True))

    def hybrid_forward(self, F, x):
        identity = x if self.downsample is None else self.downsample(x)
        out = F.relu(self.bn1(self.conv1(x)))
        out = self.bn2(self.conv2(out)) + identity
        return F.relu(out)


def port_block(state, inplanes, planes, stride):
    net = BasicBlock(inplanes, planes, stride)
    net.initialize()
    for name, parameter in net._collect_params_with_prefix().items():
        parameter.set_data(state[name.replace("gamma", "weight").replace("beta", "bias")])
    net.hybridize()
    return net
