"""Copies arrays by pickle and deepcopy."""

import copy
import pickle

from mxnet import nd


def arccos(x):
    return nd.arccos(copy.deepcopy(pickle.loads(pickle.dumps(x))))
