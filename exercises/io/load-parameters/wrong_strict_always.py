"""Missing and extra parameters are never accepted.

A parameter of the net is missing in the file, which is allowed without `strict`: pass `allow_missing=not strict`.
"""


def load_net(net, path, ctx, strict):
    net.load_parameters(path, ctx=ctx)
