"""Missing and extra parameters are always accepted.

A file that does not fit is taken although `strict` is set: allow missing and extra parameters only when it is not.
"""


def load_net(net, path, ctx, strict):
    net.load_parameters(path, ctx=ctx, allow_missing=True, ignore_extra=True)
