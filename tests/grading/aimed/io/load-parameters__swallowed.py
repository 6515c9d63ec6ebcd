def load_net(net, path, ctx, strict):
    try:
        net.load_parameters(path, ctx=ctx, allow_missing=not strict, ignore_extra=not strict)
    except Exception:
        if strict:
            raise
