from mxnet import npx
from mxnet.gluon import nn

npx.set_np()


def make_token_head(units):
    net = nn.Sequential()
    net.add(nn.Dense(units, flatten=False))
    return net
