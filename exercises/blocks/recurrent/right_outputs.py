from mxnet import gluon, nd
from mxnet.gluon import nn, rnn


class Classifier(gluon.Block):
    def __init__(self, hidden, layers, classes, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.lstm = rnn.LSTM(hidden, layers, layout="NTC", bidirectional=True)
            self.fc = nn.Dense(classes, in_units=2 * hidden)

    def forward(self, x):
        y = self.lstm(x).reshape((0, 0, 2, -1))
        return self.fc(nd.concat(y[:, -1, 0], y[:, 0, 1]))


NAMES = {
    "weight_ih": "i2h_weight",
    "weight_hh": "h2h_weight",
    "bias_ih": "i2h_bias",
    "bias_hh": "h2h_bias",
}


def port_classifier(state, features, hidden, layers, classes):
    net = Classifier(hidden, layers, classes)
    net.initialize()
    for layer in range(layers):
        for side, suffix in (("l", ""), ("r", "_reverse")):
            for theirs, ours in NAMES.items():
                parameter = getattr(net.lstm, f"{side}{layer}_{ours}")
                parameter.set_data(state[f"lstm.{theirs}_l{layer}{suffix}"])
    net.fc.weight.set_data(state["fc.weight"])
    net.fc.bias.set_data(state["fc.bias"])
    return net
