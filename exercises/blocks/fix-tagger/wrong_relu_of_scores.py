"""A relu is applied to the scores of the tags.

PyTorch returns the output of `fc` as it is: apply the relu to the hidden layers only.
"""

from mxnet import gluon, nd
from mxnet.gluon import nn


class Tagger(gluon.Block):
    def __init__(self, units, layers, tags, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.hidden = nn.Sequential()
            for _ in range(layers):
                self.hidden.add(nn.Dense(units, flatten=False))
            self.fc = nn.Dense(tags, flatten=False)

    def forward(self, x):
        for layer in self.hidden:
            x = nd.Dropout(nd.relu(layer(x)), p=0.25)
        return nd.relu(self.fc(x))


def make_tagger(units, layers, tags):
    return Tagger(units, layers, tags)
