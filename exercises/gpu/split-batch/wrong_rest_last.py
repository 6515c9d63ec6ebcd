"""The last part has all remaining rows.

The first parts must have one more row: `split_and_load(..., even_split=False)` gives the remaining rows to them.
"""


def split_batch(x, ctxs):
    size = x.shape[0] // len(ctxs)
    ends = [size * (i + 1) for i in range(len(ctxs) - 1)] + [x.shape[0]]
    starts = [0, *ends[:-1]]
    return [x[a:b].as_in_context(ctx) for a, b, ctx in zip(starts, ends, ctxs)]
