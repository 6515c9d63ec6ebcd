# mistake: Calls fn once more on the first row to learn k for the accumulator, so this row is computed twice although fn is expensive. Right: take the shape from the features of the parts, or begin the sum with the first part's sum.
# named: called-for-the-width
import mxnet as mx


def feature_means(fn, x, ctxs):
    n, k = x.shape[0], len(ctxs)
    main = ctxs[0]
    width = fn(x[:1].as_in_context(main)).shape[1]
    total = mx.nd.zeros((width,), ctx=main)

    size, extra = divmod(n, k)
    features, begin = [], 0
    for i, ctx in enumerate(ctxs):
        end = begin + size + (1 if i < extra else 0)
        features.append(fn(x[begin:end].as_in_context(ctx)))
        begin = end

    for f in features:
        total += f.sum(axis=0).as_in_context(main)
    mean = total / n
    return [mean.copyto(ctx) for ctx in ctxs]
