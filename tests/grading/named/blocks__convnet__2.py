# mistake: Forgets padding=1 in the convolution, so only 3 by 3 positions are left after pooling instead of 4 by 4.
# named: no-padding
from mxnet.gluon import nn


def make_cnn(channels, classes):
    net = nn.Sequential()
    net.add(nn.Conv2D(channels, kernel_size=3, activation="relu"))
    net.add(nn.MaxPool2D(pool_size=2))
    net.add(nn.Flatten())
    net.add(nn.Dense(classes))
    return net
