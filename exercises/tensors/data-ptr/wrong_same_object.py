"""The code compares objects, not memory.

You test if both names mean one array object, but a view is another object with the same memory.
Use `np.shares_memory(a.as_np_ndarray(), b.as_np_ndarray())` instead of `is`, `id` or `handle`.
"""


def same_memory(a, b):
    return a.handle.value == b.handle.value
