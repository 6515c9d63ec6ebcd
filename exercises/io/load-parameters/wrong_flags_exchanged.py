"""A flag has the opposite value.

`allow_missing` and `ignore_extra` say what is allowed, and `strict` allows nothing: pass `not strict` to each of them.
"""


def load_net(net, path, ctx, strict):
    net.load_parameters(path, ctx=ctx, allow_missing=strict, ignore_extra=strict)
