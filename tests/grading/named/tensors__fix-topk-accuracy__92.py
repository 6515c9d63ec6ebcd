# mistake: the metric TopKAccuracy refuses top_k=1 with an AssertionError, so the function fails for k = 1.
# named: metric-of-several
import mxnet as mx
from mxnet import nd


def topk_accuracy(logits, labels, k):
    metric = mx.metric.TopKAccuracy(top_k=k)
    metric.update([labels], [logits])
    _, share = metric.get()
    return float(share)
