def init_on(net, ctxs):
    net.initialize(ctx=ctxs)
