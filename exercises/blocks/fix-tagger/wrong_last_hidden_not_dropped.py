"""The last hidden layer has no dropout.

PyTorch drops after each hidden layer, after the last one, too.
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
        for i, layer in enumerate(self.hidden):
            x = nd.relu(layer(x))
            if i < len(self.hidden) - 1:
                x = nd.Dropout(x, p=0.25)
        return self.fc(x)


def make_tagger(units, layers, tags):
    return Tagger(units, layers, tags)
