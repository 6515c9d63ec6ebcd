import torch


class Net(torch.nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.linear = torch.nn.Linear(d_in, d_out)

    def forward(self, x):
        return self.linear(x)


def make_net(d_in, d_out):
    return Net(d_in, d_out)
