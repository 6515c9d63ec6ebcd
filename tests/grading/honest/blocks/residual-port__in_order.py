"""Copy the arrays in PyTorch's order, which is the order in which the layers are made."""

from mxnet import gluon, nd
from mxnet.gluon import nn


class BasicBlock(gluon.HybridBlock):
    def __init__(self, inplanes, planes, stride):
        super().__init__()
        with self.name_scope():
            self.conv1 = nn.Conv2D(planes, 3, stride, 1, use_bias=False, in_channels=inplanes)
            self.bn1 = nn.BatchNorm(in_channels=planes)
            self.conv2 = nn.Conv2D(planes, 3, padding=1, use_bias=False, in_channels=planes)
            self.bn2 = nn.BatchNorm(in_channels=planes)
            self.downsample = None if (inplanes, stride) == (planes, 1) else nn.HybridSequential()
            if self.downsample is not None:
                self.downsample.add(nn.Conv2D(planes, 1, stride, use_bias=False, in_channels=inplanes))
                self.downsample.add(nn.BatchNorm(in_channels=planes))

    def hybrid_forward(self, F, x):
        y = self.bn2(self.conv2(F.Activation(self.bn1(self.conv1(x)), act_type="relu")))
        return F.maximum(F.elemwise_add(y, self.downsample(x) if self.downsample else x), 0)


def port_block(state, inplanes, planes, stride):
    net = BasicBlock(inplanes, planes, stride)
    net.initialize()
    arrays = [array for name, array in state.items() if "num_batches" not in name]
    for parameter, array in zip(net.collect_params().values(), arrays):
        parameter.set_data(nd.array(array.asnumpy()))
    net.hybridize(static_alloc=True)
    return net
