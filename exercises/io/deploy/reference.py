import torch


def train_and_deploy(net, dataset, batch_size, lr, prefix, epoch, ctx):
    loader = torch.utils.data.DataLoader(dataset, batch_size=batch_size)
    loss_fn = torch.nn.CrossEntropyLoss()
    optimizer = torch.optim.SGD(net.parameters(), lr=lr)
    net.train()
    for data, label in loader:
        optimizer.zero_grad()
        loss = loss_fn(net(data), label.long())
        loss.backward()
        optimizer.step()

    net.eval()
    sizes = ({0: torch.export.Dim("batch")},)
    program = torch.export.export(net, (data,), dynamic_shapes=sizes)
    torch.export.save(program, f"{prefix}-{epoch:04d}.pt2")
    return torch.export.load(f"{prefix}-{epoch:04d}.pt2").module().to(ctx)
