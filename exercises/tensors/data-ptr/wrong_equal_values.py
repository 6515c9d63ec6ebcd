"""The code compares values, not memory.

You compare contents: a copy is equal but has its own memory, and a view may have another shape.
Use `np.shares_memory(a.as_np_ndarray(), b.as_np_ndarray())`.
"""

import numpy as onp


def same_memory(a, b):
    return onp.array_equal(a.asnumpy(), b.asnumpy())
