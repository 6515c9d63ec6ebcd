import torch


def train(net, batches, lr):
    optimizer = torch.optim.SGD(net.parameters(), lr=lr)
    loss_fn = torch.nn.CrossEntropyLoss()
    for data, label in batches:
        optimizer.zero_grad()
        loss_fn(net(data), label).backward()
        optimizer.step()
