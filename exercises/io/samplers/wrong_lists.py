"""The samplers are lists of indices.

Two lists of indices are not samplers, and a list cannot shuffle again: use `gluon.data.SequentialSampler` and
`RandomSampler`.
"""

import numpy as onp


def make_samplers(dataset):
    return list(range(len(dataset))), list(onp.random.permutation(len(dataset)))
