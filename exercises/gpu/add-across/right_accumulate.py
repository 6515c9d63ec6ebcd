from mxnet import nd


def add_across(a, b, ctx):
    total = nd.zeros(a.shape, ctx=ctx)
    for part in (a, b):
        total += part.as_in_context(ctx)
    return total
