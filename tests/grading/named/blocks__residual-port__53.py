# mistake: Only layers whose name begins with bn get the names gamma and beta, so downsample.1.weight is not found and a KeyError is raised; right: treat downsample.1 as a BatchNorm too.
# named: unknown-key
from mxnet import gluon
from mxnet.gluon import nn


class BasicBlock(gluon.HybridBlock):
    def __init__(self, inplanes, planes, stride, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.conv1 = nn.Conv2D(
                planes, kernel_size=3, strides=stride, padding=1, use_bias=False, in_channels=inplanes
            )
            self.bn1 = nn.BatchNorm(in_channels=planes)
            self.conv2 = nn.Conv2D(planes, kernel_size=3, padding=1, use_bias=False, in_channels=planes)
            self.bn2 = nn.BatchNorm(in_channels=planes)
            self.downsample = None
            if stride != 1 or inplanes != planes:
                self.downsample = nn.HybridSequential()
                with self.downsample.name_scope():
                    self.downsample.add(
                        nn.Conv2D(planes, kernel_size=1, strides=stride, use_bias=False, in_channels=inplanes)
                    )
                    self.downsample.add(nn.BatchNorm(in_channels=planes))

    def hybrid_forward(self, F, x):
        identity = x if self.downsample is None else self.downsample(x)
        out = F.relu(self.bn1(self.conv1(x)))
        out = self.bn2(self.conv2(out))
        return F.relu(out + identity)


def port_block(state, inplanes, planes, stride):
    net = BasicBlock(inplanes, planes, stride)
    net.initialize()
    net.hybridize()
    params = net._collect_params_with_prefix()
    for name, value in state.items():
        if "num_batches_tracked" in name:
            continue
        if name.startswith("bn"):
            name = name.replace("weight", "gamma").replace("bias", "beta")
        params[name].set_data(value)
    return net
