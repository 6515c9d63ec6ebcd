# mistake: Works on y = x, which is no copy, so x is overwritten.
# named: in-place
def cumprod(x):
    y = x
    for j in range(1, x.shape[1]):
        y[:, j] = y[:, j] * y[:, j - 1]
    return y
