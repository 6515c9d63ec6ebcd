def init_on(net, ctxs):
    net.initialize()
    net.collect_params().reset_ctx(ctxs)
