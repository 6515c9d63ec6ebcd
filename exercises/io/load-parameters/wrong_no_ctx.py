"""The context is not passed.

Without `ctx` a net that has no values yet gets its values on cpu(0): pass `ctx=ctx`.
"""


def load_net(net, path, ctx, strict):
    net.load_parameters(path, allow_missing=not strict, ignore_extra=not strict)
