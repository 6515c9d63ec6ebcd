def count(x):
    if x.ndim == 1:
        return len(x)
    return sum(count(part) for part in x)
