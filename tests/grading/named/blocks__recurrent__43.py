# mistake: The states are indexed as if all forward layers came first and then all reverse layers; they alternate per layer, so the last layer is h[-2] and h[-1].
# named: directions-first
from mxnet import gluon, nd
from mxnet.gluon import nn, rnn


class Classifier(gluon.Block):
    def __init__(self, features, hidden, layers, classes, **kwargs):
        super().__init__(**kwargs)
        self.layers = layers
        with self.name_scope():
            self.lstm = rnn.LSTM(hidden, layers, layout="NTC", bidirectional=True, input_size=features)
            self.fc = nn.Dense(classes, in_units=2 * hidden)

    def forward(self, x):
        begin = self.lstm.begin_state(batch_size=x.shape[0], ctx=x.context)
        _, (h, _) = self.lstm(x, begin)
        forward, backward = h[self.layers - 1], h[2 * self.layers - 1]
        return self.fc(nd.concat(forward, backward, dim=1))


def port_classifier(state, features, hidden, layers, classes):
    net = Classifier(features, hidden, layers, classes)
    net.initialize()
    for layer in range(layers):
        for side, suffix in (("l", ""), ("r", "_reverse")):
            for ours, theirs in (("i2h", "ih"), ("h2h", "hh")):
                for kind in ("weight", "bias"):
                    parameter = getattr(net.lstm, f"{side}{layer}_{ours}_{kind}")
                    parameter.set_data(state[f"lstm.{kind}_{theirs}_l{layer}{suffix}"])
    net.fc.weight.set_data(state["fc.weight"])
    net.fc.bias.set_data(state["fc.bias"])
    return net
