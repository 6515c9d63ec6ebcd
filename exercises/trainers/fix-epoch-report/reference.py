import torch


def train_epochs(net, trainer, batches, epochs):
    loss_fn = torch.nn.CrossEntropyLoss()
    samples = sum(len(label) for _, label in batches)
    report = []
    for _ in range(epochs):
        total, hits = 0.0, 0
        for data, label in batches:
            trainer.zero_grad()
            output = net(data)
            loss = loss_fn(output, label)
            loss.backward()
            trainer.step()
            total += loss.item() * len(label)
            hits += (output.argmax(1) == label).sum().item()
        report.append((total / samples, hits / samples))
    return report
