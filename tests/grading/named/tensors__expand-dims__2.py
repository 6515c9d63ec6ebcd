# mistake: Counts a negative dim from the end of x's shape instead of the result's, one position too early.
# named: negative-off-by-one
def unsqueeze(x, dim):
    if dim < 0:
        dim = x.ndim + dim
    return x.expand_dims(axis=dim)
