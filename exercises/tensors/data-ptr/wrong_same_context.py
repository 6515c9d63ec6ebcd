"""The code compares devices, not memory.

Your answer is True for separate arrays too: being on one context (or of one dtype) is not being in one place.
Use `np.shares_memory(a.as_np_ndarray(), b.as_np_ndarray())`.
"""


def same_memory(a, b):
    return a.context == b.context
