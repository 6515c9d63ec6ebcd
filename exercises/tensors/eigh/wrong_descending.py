"""The largest eigenvalue comes first.

Your eigenvalues go down; they must go up, as `nd.linalg.syevd` and `np.linalg.eigh` give them. Leave the reversal
out.
"""

from mxnet import nd


def eigh(a):
    u, e = nd.linalg.syevd(a)
    return nd.flip(e, axis=0), nd.flip(u.T, axis=1)
