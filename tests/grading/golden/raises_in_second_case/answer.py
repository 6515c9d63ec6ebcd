def power(x, n):
    if x.ndim == 1:
        raise ValueError(f"{n} powers of a vector")
    return x**n


def square(x):
    print("squaring", x.shape)
    return power(x, 2)
