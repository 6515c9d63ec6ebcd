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
        identity = x if self.downsample is None else self.downsample(x)
        out = F.relu(self.bn1(self.conv1(x)))
        out = self.bn2(self.conv2(out))
        return F.relu(out + identity)


def port_block(state, inplanes, planes, stride):
    net = BasicBlock(inplanes, planes, stride)
    net.initialize()
    net.conv1.weight.set_data(state["conv1.weight"])
    net.conv2.weight.set_data(state["conv2.weight"])
    norms = {"bn1": net.bn1, "bn2": net.bn2}
    if net.downsample is not None:
        conv, norms["downsample.1"] = net.downsample
        conv.weight.set_data(state["downsample.0.weight"])
    for name, norm in norms.items():
        norm.gamma.set_data(state[name + ".weight"])
        norm.beta.set_data(state[name + ".bias"])
        norm.running_mean.set_data(state[name + ".running_mean"])
        norm.running_var.set_data(state[name + ".running_var"])
    net.hybridize()
    return net
