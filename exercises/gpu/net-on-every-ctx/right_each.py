import mxnet as mx


def init_on(net, ctxs):
    for parameter in net.collect_params().values():
        parameter.initialize(default_init=mx.init.Normal(0.1), ctx=list(ctxs))
