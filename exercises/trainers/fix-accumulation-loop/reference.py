import torch


def train_accumulated(net, batches, every, lr):
    loss_fn = torch.nn.CrossEntropyLoss()
    optimizer = torch.optim.SGD(net.parameters(), lr=lr)
    optimizer.zero_grad()
    for number, (data, label) in enumerate(batches, start=1):
        loss = loss_fn(net(data), label) / every
        loss.backward()
        if number % every == 0:
            optimizer.step()
            optimizer.zero_grad()
