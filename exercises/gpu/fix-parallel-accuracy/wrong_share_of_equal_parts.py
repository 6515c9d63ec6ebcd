"""The last samples are left out of both numbers.

The batch size is not a multiple of the number of devices, so parts of equal size do not hold all samples: make parts of different sizes.
"""


def accuracy(net, data, label, ctxs):
    size = data.shape[0] // len(ctxs)
    parts = [data[i * size : (i + 1) * size].as_in_context(ctx) for i, ctx in enumerate(ctxs)]
    ids = [label[i * size : (i + 1) * size].as_in_context(ctx) for i, ctx in enumerate(ctxs)]
    hits = [(net(x).argmax(axis=1) == y).sum() for x, y in zip(parts, ids)]
    return sum(h.asscalar() for h in hits) / (size * len(ctxs))
