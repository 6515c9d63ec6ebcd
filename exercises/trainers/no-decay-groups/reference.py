import torch


def train_groups(net, batches, lr, head_lr, weight_decay):
    matrices = [p for p in net[:-1].parameters() if p.ndim > 1]
    others = [p for p in net[:-1].parameters() if p.ndim == 1]
    optimizer = torch.optim.SGD(
        [
            {"params": matrices},
            {"params": others, "weight_decay": 0.0},
            {"params": [net[-1].weight], "lr": head_lr},
            {"params": [net[-1].bias], "lr": head_lr, "weight_decay": 0.0},
        ],
        lr=lr,
        weight_decay=weight_decay,
    )
    for data, label in batches:
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(net(data), label).backward()
        optimizer.step()
