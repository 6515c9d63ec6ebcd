# mistake: Applies math.erf to the whole array, which works for a single number at most.
# named: math-function, math-of-array
import math


def erf(x):
    return math.erf(x)
