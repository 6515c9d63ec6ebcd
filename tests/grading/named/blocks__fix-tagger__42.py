# mistake: Dropout is switched by autograd.is_recording() instead of the training mode: it acts in record(train_mode=False) and not in train_mode() without recording. Right is nd.Dropout with its default mode, or is_training().
# named: dropout-always, extra-argument
from mxnet import autograd, gluon, nd
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
            x = nd.relu(layer(x))
            if autograd.is_recording():
                x = nd.Dropout(x, p=0.25, mode="always")
        return self.fc(x)


def make_tagger(units, layers, tags):
    return Tagger(units, layers, tags)
