def init_on(net, ctxs):
    net.initialize(ctx=ctxs[0])
    net.collect_params().reset_ctx(ctxs)
