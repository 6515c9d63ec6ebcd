def same_memory(a, b):
    first_a, first_b = a.reshape((-1,))[0:1], b.reshape((-1,))[0:1]
    kept, other = first_a.asscalar(), first_b.asscalar()
    first_a[:] = other + 1
    seen = bool(first_b.asscalar() != other)
    first_a[:] = kept
    return seen
