"""The relu is missing, and the Dropout works in predict mode too.

Two mistakes are left: apply `nd.relu` to each hidden layer, and leave out `mode='always'`.
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
            x = nd.Dropout(layer(x), p=0.25, mode="always")
        return self.fc(x)


def make_tagger(units, layers, tags):
    return Tagger(units, layers, tags)
