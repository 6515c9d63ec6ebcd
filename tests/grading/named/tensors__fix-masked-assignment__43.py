# mistake: The mask is true for the elements inside the limits, but nd.where replaces where it is true, so the inner elements become value; the last two arguments must be swapped or the mask inverted.
# named: inside-replaced
from mxnet import nd


def cap_outliers(x, low, high, value):
    mask = (x >= low) * (x <= high)
    return nd.where(mask, nd.full(x.shape, value, ctx=x.context), x)
