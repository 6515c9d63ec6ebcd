"""A short series that is near enough to fool a wide tolerance."""

import math


def arccos(x):
    return math.pi / 2 - x - x**3 / 6 - 3 * x**5 / 40 - 5 * x**7 / 112
