"""Only what is missing is allowed.

The file holds a parameter too many, which is allowed without `strict`: give `ignore_extra=not strict` as well.
"""


def load_net(net, path, ctx, strict):
    net.load_parameters(path, ctx=ctx, allow_missing=not strict)
