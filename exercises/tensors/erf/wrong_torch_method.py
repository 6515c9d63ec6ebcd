"""A method of PyTorch that MXNet does not have.

MXNet arrays have no method `erf`; call the function instead: `nd.erf(x)`.
"""


def erf(x):
    return x.erf()
