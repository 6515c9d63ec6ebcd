# mistake: The LSTM keeps gluon's default layout TNC, so batch and time are exchanged (batch_first is forgotten).
# named: time-first
import mxnet as mx
from mxnet import gluon, nd
from mxnet.gluon import nn, rnn


class Classifier(gluon.Block):
    def __init__(self, features, hidden, layers, classes, **kwargs):
        super().__init__(**kwargs)
        self.hidden = hidden
        with self.name_scope():
            self.lstm = rnn.LSTM(hidden, layers, bidirectional=True, input_size=features)
            self.fc = nn.Dense(classes, in_units=2 * hidden)

    def forward(self, x):
        states = self.lstm.begin_state(batch_size=x.shape[1], ctx=x.context)
        _, (h, _) = self.lstm(x, states)
        return self.fc(nd.concat(h[-2], h[-1], dim=1))


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
