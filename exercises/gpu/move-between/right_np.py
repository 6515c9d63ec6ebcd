def to_device(x, ctx):
    return x.as_np_ndarray().as_in_ctx(ctx)
