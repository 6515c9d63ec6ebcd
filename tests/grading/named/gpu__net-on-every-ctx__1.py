# mistake: Calls initialize once for each context, but all calls after the first are ignored.
# named: loop
import mxnet as mx


def init_on(net, ctxs):
    for c in ctxs:
        net.initialize(mx.init.Xavier(), ctx=c)
