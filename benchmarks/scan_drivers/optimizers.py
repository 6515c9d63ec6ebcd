"""Takes some steps with each optimizer of torch_optimizer and several of their options."""

import contextlib
import inspect

import torch
import torch_optimizer

torch.manual_seed(0)
OPTIONS = (
    {}, {"lr": 1e-2}, {"weight_decay": 1e-3}, {"lr": 1e-2, "weight_decay": 1e-2, "nesterov": True}, {"amsgrad": True},
    {"amsbound": True}, {"centered": True, "momentum": 0.9}, {"momentum": 0.9}, {"use_gc": False},
    {"relative_step": False, "lr": 1e-3}, {"warmup_init": True, "scale_parameter": True}, {"beta1": 0.9},
)  # fmt: skip


def train(kind: type, options: dict[str, object]) -> None:
    """Take seven steps, and one with a closure."""
    layers = torch.nn.Conv2d(1, 2, 3), torch.nn.Flatten(), torch.nn.Linear(72, 4)
    net = torch.nn.Sequential(*layers)
    optimizer = kind(net.parameters(), **options)

    def closure() -> torch.Tensor:
        optimizer.zero_grad()
        loss = net(torch.randn(8, 1, 8, 8)).pow(2).mean()
        loss.backward(create_graph="Hess" in kind.__name__)
        return loss

    for _ in range(7):
        closure()
        optimizer.step()
    optimizer.step(closure)
    optimizer.state_dict()


for _name, _kind in inspect.getmembers(torch_optimizer, inspect.isclass):
    for _options in OPTIONS:
        with contextlib.suppress(Exception):
            train(_kind, _options)
net = torch.nn.Linear(3, 2)
ahead = torch_optimizer.Lookahead(torch_optimizer.Yogi(net.parameters()), k=2)
for _ in range(4):
    ahead.zero_grad()
    net(torch.randn(2, 3)).sum().backward()
    ahead.step()
