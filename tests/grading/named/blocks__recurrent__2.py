# mistake: The classifier takes the last time step of the output, where the backward direction has seen only one step, instead of the final states of both directions.
# named: last-step
import mxnet as mx
from mxnet import gluon, nd
from mxnet.gluon import nn, rnn


class Classifier(gluon.Block):
    def __init__(self, features, hidden, layers, classes, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.lstm = rnn.LSTM(
                hidden, layers, layout="NTC", bidirectional=True, input_size=features
            )
            self.fc = nn.Dense(classes, in_units=2 * hidden)

    def forward(self, x):
        y = self.lstm(x)
        return self.fc(y[:, -1, :])


def port_classifier(state, features, hidden, layers, classes):
    net = Classifier(features, hidden, layers, classes)
    net.initialize()
    for layer in range(layers):
        for side, suffix in (("l", ""), ("r", "_reverse")):
            for a, b in (("i2h", "ih"), ("h2h", "hh")):
                for kind in ("weight", "bias"):
                    param = getattr(net.lstm, "%s%d_%s_%s" % (side, layer, a, kind))
                    param.set_data(state["lstm.%s_%s_l%d%s" % (kind, b, layer, suffix)])
    net.fc.weight.set_data(state["fc.weight"])
    net.fc.bias.set_data(state["fc.bias"])
    return net
