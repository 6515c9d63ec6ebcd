import torch


def accumulate_step(net, micro_batches, lr):
    optimizer = torch.optim.SGD(net.parameters(), lr=lr)
    optimizer.zero_grad()
    total = sum(len(label) for _, label in micro_batches)
    for data, label in micro_batches:
        loss = torch.nn.CrossEntropyLoss(reduction="sum")(net(data), label)
        (loss / total).backward()
    optimizer.step()
