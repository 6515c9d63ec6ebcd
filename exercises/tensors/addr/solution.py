def addr(m, vec1, vec2):
    return m + vec1.reshape((-1, 1)) * vec2
