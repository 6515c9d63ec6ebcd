# mistake: Loads the state dict under PyTorch's names with allow_missing and ignore_extra; the BatchNorms' weight and bias are called gamma and beta here, so they are skipped silently and stay 1 and 0. The names must be translated.
# named: norms-not-renamed
import os
import tempfile

from mxnet import gluon, init, nd
from mxnet.gluon import nn


class BasicBlock(gluon.HybridBlock):
    def __init__(self, inplanes, planes, stride, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.conv1 = nn.Conv2D(
                planes, kernel_size=3, strides=stride, padding=1, use_bias=False,
                in_channels=inplanes,
            )
            self.bn1 = nn.BatchNorm(in_channels=planes)
            self.conv2 = nn.Conv2D(
                planes, kernel_size=3, padding=1, use_bias=False, in_channels=planes
            )
            self.bn2 = nn.BatchNorm(in_channels=planes)
            if stride != 1 or inplanes != planes:
                self.downsample = nn.HybridSequential()
                self.downsample.add(
                    nn.Conv2D(
                        planes, kernel_size=1, strides=stride, use_bias=False,
                        in_channels=inplanes,
                    ),
                    nn.BatchNorm(in_channels=planes),
                )
            else:
                self.downsample = None

    def hybrid_forward(self, F, x):
        out = F.Activation(self.bn1(self.conv1(x)), act_type="relu")
        out = self.bn2(self.conv2(out))
        if self.downsample is not None:
            x = self.downsample(x)
        return F.Activation(out + x, act_type="relu")


def port_block(state, inplanes, planes, stride):
    net = BasicBlock(inplanes, planes, stride)
    net.initialize(init.Xavier())
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "block.params")
        nd.save(path, dict(state))
        # num_batches_tracked does not exist in Gluon
        net.load_parameters(path, allow_missing=True, ignore_extra=True)
    net.hybridize()
    return net
