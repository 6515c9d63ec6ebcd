"""Returns the argument itself.

Exercise: tensors/copy
"""


def clone(x):
    return x
