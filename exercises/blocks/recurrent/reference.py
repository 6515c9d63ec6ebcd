import torch
from torch import nn


class Classifier(nn.Module):
    def __init__(self, features, hidden, layers, classes):
        super().__init__()
        self.lstm = nn.LSTM(features, hidden, layers, batch_first=True, bidirectional=True)
        self.fc = nn.Linear(2 * hidden, classes)

    def forward(self, x):
        _, (h, _) = self.lstm(x)
        return self.fc(torch.cat([h[-2], h[-1]], dim=1))


def port_classifier(state, features, hidden, layers, classes):
    net = Classifier(features, hidden, layers, classes)
    net.load_state_dict(state)
    return net
