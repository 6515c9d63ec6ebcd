"""The largest eigenvalue comes first.

Your eigenvalues are in descending order, but must be in ascending order, as `nd.linalg.syevd` and `np.linalg.eigh` give them. Leave the reversal
out.
"""

from mxnet import nd


def eigh(a):
    u, e = nd.linalg.syevd(a)
    return nd.flip(e, axis=0), nd.flip(u.T, axis=1)
