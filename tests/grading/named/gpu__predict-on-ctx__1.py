# mistake: Moves the net but leaves x on its own context.
# named: only-one-moved, net-not-on-context
def predict_on(net, x, ctx):
    net.collect_params().reset_ctx(ctx)
    return net(x)
