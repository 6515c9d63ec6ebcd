"""The name is PyTorch's, and MXNet does not have it.

`mx.nd.NDArray`, `nd.random` and `np.random` have no such function: compare, `nd.random.uniform(shape=p.shape) < p`, or
use `npx.random.bernoulli(prob=p.as_np_ndarray())`.
"""


def bernoulli(p):
    return p.bernoulli()
