# mistake: Gluon's Sequential does not take the layers in its constructor, where the first arguments are prefix and params; they must be added with add.
# named: layers-in-constructor
from mxnet import gluon, nd
from mxnet.gluon import nn


class Tagger(gluon.Block):
    def __init__(self, units, layers, tags, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.hidden = nn.Sequential(*[nn.Dense(units, flatten=False) for _ in range(layers)])
            self.fc = nn.Dense(tags, flatten=False)

    def forward(self, x):
        for layer in self.hidden:
            x = nd.Dropout(nd.relu(layer(x)), p=0.25)
        return self.fc(x)


def make_tagger(units, layers, tags):
    return Tagger(units, layers, tags)
