"""The name is PyTorch's, and MXNet does not have it.

MXNet arrays have no such function: write `m + vec1.reshape((-1, 1)) * vec2`, or use `np.outer` with `mx.np` arrays.
"""


def addr(m, vec1, vec2):
    return m.addr(vec1, vec2)
