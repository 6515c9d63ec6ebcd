def shape_of(x):
    if x.ndim == 1:
        return (len(x),)
    return (len(x), *shape_of(next(iter(x))))
