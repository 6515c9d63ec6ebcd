"""Missing and extra parameters are never accepted.

The file lacks a parameter of the net, which is allowed without `strict`: give `allow_missing=not strict`.
"""


def load_net(net, path, ctx, strict):
    net.load_parameters(path, ctx=ctx)
