import torch


def train_and_save(net, batches, ctxs, lr, momentum, path, fresh, home):
    loss_fn = torch.nn.CrossEntropyLoss()
    optimizer = torch.optim.SGD(net.parameters(), lr=lr, momentum=momentum)
    hits = total = 0
    losses = []
    for data, label in batches:
        optimizer.zero_grad()
        output = net(data)
        loss = loss_fn(output, label)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
        hits += (output.argmax(1) == label).sum().item()
        total += len(label)
    torch.save(net.state_dict(), path)
    fresh.load_state_dict(torch.load(path, map_location=home))
    return losses, hits / total
