import mxnet as mx


def init_on(net, ctxs):
    net.initialize(mx.init.Xavier(), ctx=ctxs)
