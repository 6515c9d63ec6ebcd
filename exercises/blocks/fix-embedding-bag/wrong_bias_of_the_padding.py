"""The bias of the last layer is added for each step.

The last layer gets one vector per sentence, the mean of its words: compute the mean first.
"""

from mxnet import gluon, nd
from mxnet.gluon import nn


class BagOfWords(gluon.Block):
    def __init__(self, vocabulary, units, classes, **kwargs):
        super().__init__(**kwargs)
        self._padding = vocabulary
        with self.name_scope():
            self.emb = nn.Embedding(vocabulary + 1, units)
            self.fc = nn.Dense(classes, flatten=False)

    def forward(self, ids):
        used = (ids != self._padding).astype("float32").expand_dims(2)
        scores = self.fc(self.emb(ids) * used)
        return nd.sum(scores, axis=1) / nd.sum(used, axis=1)


def make_bag(vocabulary, units, classes):
    return BagOfWords(vocabulary, units, classes)
