"""The parts hold every n-th row, not consecutive rows.

Each part must have consecutive rows, not every n-th row.
"""


def split_batch(x, ctxs):
    return [x[i :: len(ctxs)].as_in_context(ctx) for i, ctx in enumerate(ctxs)]
