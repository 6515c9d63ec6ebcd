import torch


def evaluate(net, dataset, batch_size):
    loss_fn = torch.nn.CrossEntropyLoss(reduction="sum")
    net.eval()
    total, hits = 0.0, 0
    with torch.no_grad():
        for data, label in torch.utils.data.DataLoader(dataset, batch_size=batch_size):
            output = net(data)
            total += loss_fn(output, label.long()).item()
            hits += (output.argmax(1) == label).sum().item()
    net.train()
    return total / len(dataset), hits / len(dataset)
