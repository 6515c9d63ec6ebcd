import torch


def train_weighted(net, batches, weights, lr, weight_decay):
    optimizer = torch.optim.SGD(
        [
            {"params": [p for p in net.parameters() if p.ndim > 1], "weight_decay": weight_decay},
            {"params": [p for p in net.parameters() if p.ndim == 1]},
        ],
        lr=lr,
    )
    for data, label in batches:
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(net(data), label, weight=weights).backward()
        optimizer.step()
