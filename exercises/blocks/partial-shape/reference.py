import torch


def make_lazy_mlp(hidden, out):
    return torch.nn.Sequential(
        torch.nn.Flatten(), torch.nn.LazyLinear(hidden), torch.nn.ReLU(), torch.nn.LazyLinear(out)
    )
