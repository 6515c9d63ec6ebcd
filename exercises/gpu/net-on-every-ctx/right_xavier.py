import mxnet as mx


def init_on(net, ctxs):
    net.collect_params().initialize(mx.init.Xavier(), ctx=ctxs)
