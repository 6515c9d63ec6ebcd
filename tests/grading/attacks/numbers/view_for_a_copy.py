"""Returns a view with the values of a copy.

Exercise: tensors/copy
"""


def clone(x):
    return x.reshape(x.shape)
