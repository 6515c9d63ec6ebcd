"""The code compares copies.

Your answer never finds shared memory, because `asnumpy()` copies both arrays first.
Use `as_np_ndarray()`, which copies nothing, with MXNet's `np.shares_memory`.
"""

import numpy as onp


def same_memory(a, b):
    return onp.shares_memory(a.asnumpy(), b.asnumpy())
