"""Only the eigenvalues are returned.

You return one array, but must return a pair: `(values, vectors)`. `nd.linalg.syevd` gives both, the vectors first
and in rows.
"""

from mxnet import nd


def eigh(a):
    return nd.linalg.syevd(a)[1]
