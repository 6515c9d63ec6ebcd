import os

import torch


def train(net, batches, epochs, lr, momentum, gamma, folder):
    path = os.path.join(folder, "checkpoint.pt")
    loss_fn = torch.nn.CrossEntropyLoss()
    optimizer = torch.optim.SGD(net.parameters(), lr=lr, momentum=momentum)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=1, gamma=gamma)
    start = 0
    if os.path.exists(path):
        checkpoint = torch.load(path)
        net.load_state_dict(checkpoint["net"])
        optimizer.load_state_dict(checkpoint["optimizer"])
        scheduler.load_state_dict(checkpoint["scheduler"])
        start = checkpoint["epoch"]
    losses = []
    for epoch in range(start, epochs):
        total = 0.0
        for data, label in batches:
            optimizer.zero_grad()
            loss = loss_fn(net(data), label)
            loss.backward()
            optimizer.step()
            total += loss.item()
        scheduler.step()
        losses.append(total / len(batches))
        parts = {"net": net, "optimizer": optimizer, "scheduler": scheduler}
        states = {name: part.state_dict() for name, part in parts.items()}
        torch.save({**states, "epoch": epoch + 1}, path)
    return losses
