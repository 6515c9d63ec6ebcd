import mxnet as mx
from mxnet import npx

npx.set_np()


def init_xavier(net):
    net.collect_params().initialize(mx.init.Xavier())
