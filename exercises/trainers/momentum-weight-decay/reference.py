import torch


def train_sgd(net, batches, lr, momentum, weight_decay):
    optimizer = torch.optim.SGD(net.parameters(), lr=lr, momentum=momentum, weight_decay=weight_decay)
    for data, label in batches:
        optimizer.zero_grad()
        torch.nn.CrossEntropyLoss()(net(data), label).backward()
        optimizer.step()
