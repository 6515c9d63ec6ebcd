def split_batch(x, ctxs):
    size, longer = divmod(x.shape[0], len(ctxs))
    parts, start = [], 0
    for i, ctx in enumerate(ctxs):
        end = start + size + (i < longer)
        parts.append(x[start:end].copyto(ctx))
        start = end
    return parts
