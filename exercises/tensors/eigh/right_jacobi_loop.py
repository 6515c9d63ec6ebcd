import itertools
import math

from mxnet import nd


def eigh(a):
    n = len(a)
    v = nd.eye(n)
    for _ in range(8):
        for p, q in itertools.combinations(range(n), 2):
            turn = 0.5 * math.atan2(2 * a[p, q].asscalar(), a[q, q].asscalar() - a[p, p].asscalar())
            r = nd.eye(n)
            r[p, p] = r[q, q] = math.cos(turn)
            r[p, q], r[q, p] = math.sin(turn), -math.sin(turn)
            a, v = nd.dot(nd.dot(r.T, a), r), nd.dot(v, r)
    return nd.diag(a), v
