"""The gradient comes from a formula, not from autograd.

You differentiated on paper. Record both outputs and call `autograd.backward`: this works for every layer.
"""

from mxnet import nd


def input_gradient(x, da, db):
    return (nd.sin(x) + x * nd.cos(x)) * (da + db * nd.sigmoid(x))
