# mistake: BatchNorm gets PyTorch's momentum 0.1, which in MXNet is the share of the old value, so the running statistics follow the last batch too fast in training
# named: torch-momentum
import mxnet as mx
from mxnet import gluon, nd
from mxnet.gluon import nn


def conv(inputs, outputs, kernel, stride=1):
    return nn.Conv2D(outputs, kernel, strides=stride, padding=kernel // 2,
                     use_bias=False, in_channels=inputs)


def batch_norm(channels):
    return nn.BatchNorm(momentum=0.1, epsilon=1e-5, in_channels=channels)


class BasicBlock(gluon.HybridBlock):
    def __init__(self, inplanes, planes, stride, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.conv1 = conv(inplanes, planes, 3, stride)
            self.bn1 = batch_norm(planes)
            self.conv2 = conv(planes, planes, 3)
            self.bn2 = batch_norm(planes)
            self.downsample = None
            if stride != 1 or inplanes != planes:
                self.downsample = nn.HybridSequential()
                self.downsample.add(conv(inplanes, planes, 1, stride), batch_norm(planes))

    def hybrid_forward(self, F, x):
        identity = x if self.downsample is None else self.downsample(x)
        out = F.relu(self.bn1(self.conv1(x)))
        out = self.bn2(self.conv2(out))
        return F.relu(out + identity)


def load_conv(layer, state, prefix):
    layer.weight.set_data(state[prefix + ".weight"])


def load_norm(layer, state, prefix):
    layer.gamma.set_data(state[prefix + ".weight"])
    layer.beta.set_data(state[prefix + ".bias"])
    layer.running_mean.set_data(state[prefix + ".running_mean"])
    layer.running_var.set_data(state[prefix + ".running_var"])


def port_block(state, inplanes, planes, stride):
    net = BasicBlock(inplanes, planes, stride)
    net.initialize()
    for i in "12":
        load_conv(getattr(net, "conv" + i), state, "conv" + i)
        load_norm(getattr(net, "bn" + i), state, "bn" + i)
    if net.downsample is not None:
        load_conv(net.downsample[0], state, "downsample.0")
        load_norm(net.downsample[1], state, "downsample.1")
    net.hybridize()
    return net
