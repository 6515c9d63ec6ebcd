def to_device(x, ctx):
    return x.as_in_context(ctx)
