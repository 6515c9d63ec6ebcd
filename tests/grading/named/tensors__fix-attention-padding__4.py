# mistake: SequenceMask with axis=1 masks the axis of the queries, but the time steps are on axis 2.
# named: queries-masked
from mxnet import nd


def attend(scores, lengths, values):
    scores = nd.SequenceMask(
        scores, sequence_length=lengths, use_sequence_length=True, value=-1e9, axis=1
    )
    weights = nd.softmax(scores, axis=2)
    return nd.batch_dot(weights, values)
