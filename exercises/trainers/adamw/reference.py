import torch


def train_adamw(net, batches, lr, weight_decay, betas):
    groups = [
        {"params": [p for p in net.parameters() if p.ndim > 1], "weight_decay": weight_decay},
        {"params": [p for p in net.parameters() if p.ndim == 1], "weight_decay": 0.0},
    ]
    optimizer = torch.optim.AdamW(groups, lr=lr, betas=betas)
    for data, label in batches:
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(net(data), label).backward()
        optimizer.step()
