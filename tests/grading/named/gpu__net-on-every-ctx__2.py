# mistake: Passes the contexts as the first positional argument of initialize, which is the initializer.
# named: initializer-class
def init_on(net, ctxs):
    net.initialize(ctxs)
