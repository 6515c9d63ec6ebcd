"""The code compares objects, not memory.

You ask whether both names stand for one array object; a view is an object of its own on the same memory.
Use `np.shares_memory(a.as_np_ndarray(), b.as_np_ndarray())` instead of `is`, `id` or `handle`.
"""


def same_memory(a, b):
    return a.handle.value == b.handle.value
