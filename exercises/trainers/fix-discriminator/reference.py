import torch


def train_discriminator(net, reals, fakes, lr):
    criterion = torch.nn.BCELoss()
    optimizer = torch.optim.SGD(net.parameters(), lr=lr)
    losses = []
    for real, fake in zip(reals, fakes):
        optimizer.zero_grad()
        output = torch.sigmoid(net(real))
        real_loss = criterion(output, torch.ones_like(output))
        real_loss.backward()
        output = torch.sigmoid(net(fake.detach()))
        fake_loss = criterion(output, torch.zeros_like(output))
        fake_loss.backward()
        optimizer.step()
        losses.append((real_loss + fake_loss).item())
    return losses
