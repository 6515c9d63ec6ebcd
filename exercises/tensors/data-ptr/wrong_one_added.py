"""The change is too small for large numbers.

Above 2**24 a float32 number plus 1 can be the same number, so `b` shows no change. Compare memory, not values:
`np.shares_memory(a.as_np_ndarray(), b.as_np_ndarray())`.
"""


def same_memory(a, b):
    values, other = a.copy(), b.asnumpy().tobytes()
    a += 1
    seen = b.asnumpy().tobytes() != other
    a[:] = values
    return seen
