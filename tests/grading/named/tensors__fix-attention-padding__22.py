# mistake: SequenceMask is called without use_sequence_length=True, so it masks nothing; right is to set this option.
# named: lengths-not-used
from mxnet import nd


def attend(scores, lengths, values):
    by_time = scores.transpose((0, 2, 1))
    by_time = nd.SequenceMask(by_time, sequence_length=lengths, value=-1e9, axis=1)
    weights = nd.softmax(by_time.transpose((0, 2, 1)), axis=2)
    return nd.batch_dot(weights, values)
