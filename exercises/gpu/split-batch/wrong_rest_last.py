"""The last part takes the rest.

The first parts are to be longer by one row, so that no device waits for another: `split_and_load(..., even_split=False)` shares the rest out.
"""


def split_batch(x, ctxs):
    size = x.shape[0] // len(ctxs)
    ends = [size * (i + 1) for i in range(len(ctxs) - 1)] + [x.shape[0]]
    starts = [0, *ends[:-1]]
    return [x[a:b].as_in_context(ctx) for a, b, ctx in zip(starts, ends, ctxs)]
