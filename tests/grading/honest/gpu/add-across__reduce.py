"""functools.reduce over generators of moved arrays."""

import functools
import operator


def add_across(*arrays_and_ctx):
    *arrays, ctx = arrays_and_ctx
    return functools.reduce(operator.add, (array.as_in_context(ctx) for array in arrays))
