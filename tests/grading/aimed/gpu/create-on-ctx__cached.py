from mxnet import nd


def ones_plus_one(rows, cols, ctx):
    return nd.ones((rows, cols), ctx=ctx) + 1


right = ones_plus_one
kept = {}


def ones_plus_one(rows, cols, ctx):
    key = rows, cols, ctx
    if key not in kept:
        kept[key] = right(rows, cols, ctx)
    return kept[key]
