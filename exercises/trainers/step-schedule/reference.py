import torch


def train_with_schedule(net, batches, lr, epochs, step_size, gamma):
    optimizer = torch.optim.SGD(net.parameters(), lr=lr)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=step_size, gamma=gamma)
    loss_fn = torch.nn.CrossEntropyLoss()
    for _ in range(epochs):
        for data, label in batches:
            optimizer.zero_grad()
            loss_fn(net(data), label).backward()
            optimizer.step()
        scheduler.step()
