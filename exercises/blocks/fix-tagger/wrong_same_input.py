"""Each hidden layer gets the input of the Block.

A hidden layer gets the output of the one before it: assign the result to the name that the next round reads.
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
            y = nd.Dropout(nd.relu(layer(x)), p=0.25)
        return self.fc(y)


def make_tagger(units, layers, tags):
    return Tagger(units, layers, tags)
