def train_epoch(net, loss_fn, trainer, batches):
    means = []
    for data, label in batches:
        trainer.zero_grad()
        loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step()
        means.append(loss.item())
    return means
