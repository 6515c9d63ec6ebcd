"""Tries the strict way first, and remembers why it failed."""


def load_net(net, path, ctx, strict):
    try:
        net.load_parameters(path, ctx=ctx)
    except (AssertionError, ValueError, RuntimeError) as error:
        if strict:
            raise
        print("not strict:", error)
        net.load_parameters(path, ctx=ctx, allow_missing=True, ignore_extra=True)
