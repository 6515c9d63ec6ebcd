import torch


def train_epoch_accuracy(net, trainer, batches):
    hits = total = 0
    for data, label in batches:
        trainer.zero_grad()
        output = net(data)
        torch.nn.CrossEntropyLoss()(output, label).backward()
        trainer.step()
        hits += (output.argmax(1) == label).sum().item()
        total += len(label)
    return hits / total
