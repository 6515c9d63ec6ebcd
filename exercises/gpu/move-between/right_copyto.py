def to_device(x, ctx):
    return x.copyto(ctx)
