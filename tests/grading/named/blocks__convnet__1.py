# mistake: Uses torch's argument order Conv2D(in, out, kernel), which Gluon reads as channels, kernel_size, strides.
# named: torch-order
from mxnet.gluon import nn


def make_cnn(channels, classes):
    net = nn.HybridSequential()
    net.add(
        nn.Conv2D(1, channels, 3, padding=1),
        nn.Activation("relu"),
        nn.MaxPool2D(2),
        nn.Flatten(),
        nn.Dense(classes),
    )
    return net
