import torch


def train_adamw(net, batches, lr, weight_decay, betas):
    optimizer = torch.optim.AdamW(net.parameters(), lr=lr, weight_decay=weight_decay, betas=betas)
    for data, label in batches:
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(net(data), label).backward()
        optimizer.step()
