# mistake: Sets only allow_missing without strict and forgets ignore_extra, so surplus parameters still raise.
# named: missing-only
def load_net(net, path, ctx, strict):
    net.load_parameters(path, ctx=ctx, allow_missing=not strict)
