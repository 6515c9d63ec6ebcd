"""Only missing parameters are allowed, not extra ones.

The file has an additional parameter, which is allowed without `strict`: pass `ignore_extra=not strict` too.
"""


def load_net(net, path, ctx, strict):
    net.load_parameters(path, ctx=ctx, allow_missing=not strict)
