# mistake: Calls fn once on the whole array instead of on each element as a float.
# named: whole-array, bool-of-array
def apply_fn(x, fn):
    return fn(x.copy())
