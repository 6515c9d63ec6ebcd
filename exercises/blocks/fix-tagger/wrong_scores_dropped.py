"""There is a dropout after the last layer.

The scores of the tags come from `fc` as they are: drop after the hidden layers only.
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
        return nd.Dropout(self.fc(x), p=0.25)


def make_tagger(units, layers, tags):
    return Tagger(units, layers, tags)
