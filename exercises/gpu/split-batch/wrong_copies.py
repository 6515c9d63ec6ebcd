"""Every device gets the whole batch.

Each device must get its own part of the batch, not all of it.
"""


def split_batch(x, ctxs):
    return [x.as_in_context(ctx) for ctx in ctxs]
