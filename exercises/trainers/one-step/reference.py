import torch


def train_step(net, data, label, lr):
    optimizer = torch.optim.SGD(net.parameters(), lr=lr)
    optimizer.zero_grad()
    torch.nn.CrossEntropyLoss()(net(data), label).backward()
    optimizer.step()
