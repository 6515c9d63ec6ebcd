import torch


class Residual(torch.nn.Module):
    def __init__(self, units):
        super().__init__()
        self.fc1 = torch.nn.Linear(units, units)
        self.fc2 = torch.nn.Linear(units, units)

    def forward(self, x):
        return x + self.fc2(torch.relu(self.fc1(x)))


def make_residual(units):
    return Residual(units)
