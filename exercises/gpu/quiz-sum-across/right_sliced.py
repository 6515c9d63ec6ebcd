def sum_of_squares(x, ctxs):
    n, k = x.shape[0], len(ctxs)
    bounds = [i * (n // k) + min(i, n % k) for i in range(k + 1)]
    total = 0
    for ctx, start, end in zip(ctxs, bounds, bounds[1:]):
        part = x.as_in_context(ctx)[start:end].reshape((-1,))
        total = (part * part).sum().as_in_context(ctxs[0]) + total
    return total
