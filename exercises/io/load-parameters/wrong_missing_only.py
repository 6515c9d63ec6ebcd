"""Only missing parameters are allowed, not extra ones.

The file holds a parameter too many, which is allowed without `strict`: give `ignore_extra=not strict` as well.
"""


def load_net(net, path, ctx, strict):
    net.load_parameters(path, ctx=ctx, allow_missing=not strict)
