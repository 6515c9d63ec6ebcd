import torch


def fit(net, data, target, lr, momentum, weight_decay, steps):
    weights = [p for name, p in net.named_parameters() if name.endswith("weight")]
    biases = [p for name, p in net.named_parameters() if name.endswith("bias")]
    groups = [{"params": weights, "weight_decay": weight_decay}, {"params": biases, "weight_decay": 0.0}]
    optimizer = torch.optim.SGD(groups, lr=lr, momentum=momentum)
    loss_fn = torch.nn.MSELoss()
    losses = []
    for _ in range(steps):
        optimizer.zero_grad()
        loss = loss_fn(net(data), target)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
