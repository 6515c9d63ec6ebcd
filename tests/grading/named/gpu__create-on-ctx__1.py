# mistake: Uses torch's keyword device= instead of ctx=.
# named: torch-keyword, torch-argument
from mxnet import nd


def ones_plus_one(rows, cols, ctx):
    return nd.ones((rows, cols), device=ctx) + 1
