import torch


def train(net, batches, lr, momentum, drops, factor):
    optimizer = torch.optim.SGD(net.parameters(), lr=lr, momentum=momentum)
    loss_fn = torch.nn.CrossEntropyLoss()
    for number, (data, label) in enumerate(batches):
        if number in drops:
            optimizer.param_groups[0]["lr"] *= factor
        optimizer.zero_grad()
        loss_fn(net(data), label).backward()
        optimizer.step()
