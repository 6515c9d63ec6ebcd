import torch


def dist_train(net, batches, lr):
    model = torch.nn.parallel.DistributedDataParallel(net)
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    for data, label in batches:
        optimizer.zero_grad()
        torch.nn.CrossEntropyLoss()(model(data), label).backward()
        optimizer.step()
