# mistake: Assumes two axes, which fails for vectors and drops the third axis.
# named: matrix-only
def shape_of(x):
    return (x.shape[0], x.shape[1])
