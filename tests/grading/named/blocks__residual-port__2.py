# mistake: PyTorch's momentum 0.1 was copied, but MXNet's momentum is the share of the old value, so it must be 0.9.
# named: torch-momentum
from mxnet import gluon
from mxnet.gluon import nn


class BasicBlock(gluon.HybridBlock):
    def __init__(self, inplanes, planes, stride, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.conv1 = nn.Conv2D(planes, 3, strides=stride, padding=1, use_bias=False, in_channels=inplanes)
            self.bn1 = nn.BatchNorm(momentum=0.1, in_channels=planes)
            self.conv2 = nn.Conv2D(planes, 3, padding=1, use_bias=False, in_channels=planes)
            self.bn2 = nn.BatchNorm(momentum=0.1, in_channels=planes)
            self.downsample = None
            if stride != 1 or inplanes != planes:
                self.downsample = nn.HybridSequential()
                self.downsample.add(
                    nn.Conv2D(planes, 1, strides=stride, use_bias=False, in_channels=inplanes),
                    nn.BatchNorm(momentum=0.1, in_channels=planes),
                )

    def hybrid_forward(self, F, x):
        identity = x if self.downsample is None else self.downsample(x)
        out = F.relu(self.bn1(self.conv1(x)))
        out = self.bn2(self.conv2(out))
        out = out + identity
        return F.relu(out)


def port_block(state, inplanes, planes, stride):
    block = BasicBlock(inplanes, planes, stride)
    block.initialize()
    names = {"weight": "gamma", "bias": "beta"}
    for key, value in state.items():
        *path, name = key.split(".")
        if name == "num_batches_tracked":
            continue
        layer = block
        for part in path:
            layer = layer[int(part)] if part.isdigit() else getattr(layer, part)
        if isinstance(layer, nn.BatchNorm):
            name = names.get(name, name)
        getattr(layer, name).set_data(value)
    block.hybridize()
    return block
