"""Only the upper half of the distribution is drawn.

No number is below the median: the angle must be between -pi/2 and pi/2, so subtract 0.5 from the uniform draw, and use
the factor pi in `nd.tan`.
"""

import math

from mxnet import nd


def cauchy_like(x, median, sigma):
    return median + sigma * nd.tan(math.pi / 2 * nd.random.uniform(shape=x.shape))
