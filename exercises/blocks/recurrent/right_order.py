from mxnet import gluon, nd
from mxnet.gluon import nn, rnn


class Classifier(gluon.Block):
    def __init__(self, hidden, layers, classes, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.lstm = rnn.LSTM(hidden, layers, layout="NTC", bidirectional=True)
            self.fc = nn.Dense(classes, in_units=2 * hidden)

    def forward(self, x):
        states = self.lstm.begin_state(batch_size=x.shape[0])
        _, (h, _) = self.lstm(x, states)
        return self.fc(nd.concat(h[-2], h[-1]))


def port_classifier(state, features, hidden, layers, classes):
    net = Classifier(hidden, layers, classes)
    net.initialize()
    for parameter, array in zip(net.collect_params().values(), state.values()):
        parameter.set_data(array)
    return net
