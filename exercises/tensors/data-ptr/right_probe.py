def same_memory(a, b):
    before = b.asnumpy().tobytes()
    a *= 2
    seen = b.asnumpy().tobytes() != before
    a /= 2
    return seen
