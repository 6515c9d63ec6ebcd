"""The name is PyTorch's, and MXNet does not have it.

MXNet arrays have no `data_ptr`; use `np.shares_memory(a.as_np_ndarray(), b.as_np_ndarray())`.
"""


def same_memory(a, b):
    return a.data_ptr() == b.data_ptr()
