# mistake: flatten=False is given to the hidden layers only, the last Dense flattens the steps, so the output is (n, tags) instead of (n, t, tags)
# named: output-flattened
from mxnet import gluon, nd
from mxnet.gluon import nn


class Tagger(gluon.Block):
    def __init__(self, units, layers, tags, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.hidden = nn.Sequential()
            with self.hidden.name_scope():
                for _ in range(layers):
                    self.hidden.add(nn.Dense(units, flatten=False))
            self.fc = nn.Dense(tags)

    def forward(self, x):
        for layer in self.hidden:
            x = nd.Dropout(nd.relu(layer(x)), p=0.25, mode="training")
        return self.fc(x)


def make_tagger(units, layers, tags):
    return Tagger(units, layers, tags)
