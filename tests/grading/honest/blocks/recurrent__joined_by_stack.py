"""Read the last states out of the outputs, and load the parameters by their names in the layer."""

from mxnet import gluon, nd
from mxnet.gluon import nn, rnn


class Classifier(gluon.Block):
    def __init__(self, hidden, layers, classes):
        super().__init__()
        self.lstm = rnn.LSTM(hidden, layers, bidirectional=True)
        self.fc = nn.Dense(classes)
        self._hidden = hidden

    def forward(self, x):
        y = self.lstm(nd.swapaxes(x, 0, 1))
        ahead, back = y[-1][:, : self._hidden], y[0][:, self._hidden :]
        return self.fc(nd.stack(ahead, back, axis=1))


def port_classifier(state, features, hidden, layers, classes):
    net = Classifier(hidden, layers, classes)
    net.initialize()
    net(nd.zeros((1, 1, features)))
    for name, parameter in net.lstm.collect_params().items():
        place, kind, what = name[len(net.lstm.prefix) :].split("_")
        suffix = "_reverse" if place[0] == "r" else ""
        short = "ih" if kind == "i2h" else "hh"
        parameter.set_data(state[f"lstm.{what}_{short}_l{place[1:]}{suffix}"])
    for what in ("weight", "bias"):
        getattr(net.fc, what).set_data(state[f"fc.{what}"])
    return net
