# mistake: Divides x by itself, which gives NaN where x is zero.
# named: division
def ones_like(x):
    return x / x
