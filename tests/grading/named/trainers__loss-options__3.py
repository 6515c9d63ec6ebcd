# mistake: The samples are selected in NumPy after asnumpy(), so autograd records nothing and the net gets no gradient.
# named: python-number
import mxnet as mx
import numpy as np
from mxnet import nd


def weighted_loss(logits, labels, weights, ignore):
    log_probs = nd.log_softmax(logits, axis=1).asnumpy()
    labels = labels.asnumpy().astype("int64")
    keep = labels != ignore
    rows = np.arange(len(labels))[keep]
    w = weights.asnumpy()[labels[keep]]
    picked = log_probs[rows, labels[keep]]
    return nd.array([-(picked * w).sum() / w.sum()])
