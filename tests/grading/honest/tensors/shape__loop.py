def shape_of(x):
    lengths = []
    for _ in range(x.ndim):
        lengths.append(len(x))
        if len(lengths) < x.ndim:
            x = x.swapaxes(0, len(lengths))
    return tuple(lengths)
