# mistake: SequenceMask fills with its default value 0, so a padded step has the score 0 and a weight of exp(0) instead of 0.
# named: scores-zero
from mxnet import nd


def attend(scores, lengths, values):
    by_step = scores.transpose((2, 0, 1))
    by_step = nd.SequenceMask(by_step, sequence_length=lengths, use_sequence_length=True)
    scores = by_step.transpose((1, 2, 0))
    weights = nd.softmax(scores, axis=2)
    return nd.batch_dot(weights, values)
