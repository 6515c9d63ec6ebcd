import torch


def parallel_step(net, data, label, ctxs, lr):
    model = torch.nn.DataParallel(net)  # without GPUs it calls the net itself
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    optimizer.zero_grad()
    torch.nn.CrossEntropyLoss()(model(data), label).backward()
    optimizer.step()
