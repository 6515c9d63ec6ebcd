from mxnet import gluon, nd
from mxnet.gluon import nn, rnn


class Classifier(gluon.Block):
    def __init__(self, hidden, layers, classes, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.lstm = rnn.LSTM(hidden, layers, bidirectional=True)
            self.fc = nn.Dense(classes, in_units=2 * hidden)

    def forward(self, x):
        x = nd.transpose(x, (1, 0, 2))
        _, state = self.lstm(x, self.lstm.begin_state(x.shape[1]))
        last = nd.transpose(state[0][-2:], (1, 0, 2))
        return self.fc(last)


def port_classifier(state, features, hidden, layers, classes):
    net = Classifier(hidden, layers, classes)
    net.initialize()
    for parameter, array in zip(net.collect_params().values(), state.values()):
        parameter.set_data(array)
    return net
