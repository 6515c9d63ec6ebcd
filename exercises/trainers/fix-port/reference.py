import torch


def train(net, batches, validation, epochs, lr, momentum, weight_decay, gamma):
    loss_fn = torch.nn.CrossEntropyLoss()
    optimizer = torch.optim.SGD(net.parameters(), lr=lr, momentum=momentum, weight_decay=weight_decay)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=1, gamma=gamma)
    losses, checks = [], []
    for _ in range(epochs):
        net.train()
        total = 0.0
        for data, label in batches:
            optimizer.zero_grad()
            loss = loss_fn(net(data), label)
            loss.backward()
            optimizer.step()
            total += loss.item()
        losses.append(total / len(batches))
        scheduler.step()

        net.eval()
        total, samples = 0.0, 0
        with torch.no_grad():
            for data, label in validation:
                total += loss_fn(net(data), label).item() * len(label)
                samples += len(label)
        checks.append(total / samples)
    return losses, checks
