"""The Dropout works in predict mode too.

`mode='always'` drops in every mode, and `is_recording()` is no test of the mode: call `nd.Dropout` without a mode, then it
drops only in training mode.
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
            x = nd.Dropout(nd.relu(layer(x)), p=0.25, mode="always")
        return self.fc(x)


def make_tagger(units, layers, tags):
    return Tagger(units, layers, tags)
