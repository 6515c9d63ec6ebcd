"""Both mistakes are still there.

`nd.take` gives the columns of all labels for every row, `(n, n)` numbers. And `mean` counts the ignored samples. Look
at the shape of the picked elements first; it must be `(n,)`.
"""

from mxnet import nd


def masked_nll(logits, labels, ignored):
    log_probs = nd.log_softmax(logits, axis=1)
    keep = labels != ignored
    picked = nd.take(log_probs, labels, axis=1)
    return -(picked * keep).mean()
