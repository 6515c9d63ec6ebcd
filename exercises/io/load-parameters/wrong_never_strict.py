"""Missing and extra parameters are always accepted.

A file that does not match is loaded although `strict` is true: allow missing and extra parameters only if it is false.
"""


def load_net(net, path, ctx, strict):
    net.load_parameters(path, ctx=ctx, allow_missing=True, ignore_extra=True)
