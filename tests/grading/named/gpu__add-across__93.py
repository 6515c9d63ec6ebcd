# mistake: b is moved to the device of a and the sum stays there, so the result is not on ctx
# named: first-place
import mxnet as mx
from mxnet import nd


def add_across(a, b, ctx):
    with ctx:
        return a + b.as_in_context(a.context)
