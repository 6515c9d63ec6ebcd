# mistake: Uses int(x) on the array, which works only for a single element.
# named: number-of-array
def frac(x):
    return x - int(x)
