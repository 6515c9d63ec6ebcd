import math


def arcsin(x):
    return math.pi / 2 - x.arccos()
