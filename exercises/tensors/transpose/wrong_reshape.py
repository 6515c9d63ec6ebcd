"""The elements are reshaped, not moved.

The shape is right, but the elements keep their order: a reshape does not move elements. Use `x.T`.
"""


def transpose(x):
    return x.reshape((x.shape[1], x.shape[0]))
