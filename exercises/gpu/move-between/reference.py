def to_device(x, ctx):
    return x.to(ctx)
