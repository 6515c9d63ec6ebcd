"""The code compares devices, not memory.

Your answer is True for separate arrays too: two arrays on one context (or of one dtype) can have separate memory.
Use `np.shares_memory(a.as_np_ndarray(), b.as_np_ndarray())`.
"""


def same_memory(a, b):
    return a.context == b.context
