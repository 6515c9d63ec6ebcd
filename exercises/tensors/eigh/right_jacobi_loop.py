import math

from mxnet import nd


def eigh(a):
    n = a.shape[0]
    v = nd.eye(n)
    for _ in range(8):
        for p in range(n - 1):
            for q in range(p + 1, n):
                turn = 0.5 * math.atan2(2 * a[p, q].asscalar(), a[q, q].asscalar() - a[p, p].asscalar())
                r = nd.eye(n)
                r[p, p] = r[q, q] = math.cos(turn)
                r[p, q], r[q, p] = math.sin(turn), -math.sin(turn)
                a, v = nd.dot(nd.dot(r.T, a), r), nd.dot(v, r)
    e = nd.diag(a)
    order = nd.argsort(e)
    return nd.take(e, order), nd.take(v, order, axis=1)
