import torch
import torch.nn.functional as F


def step_np(x, y, w1, w2, lr):
    w1, w2 = (w.clone().requires_grad_(True) for w in (w1, w2))
    optimizer = torch.optim.SGD([w1, w2], lr=lr)
    loss = F.cross_entropy(F.relu(x @ w1.T) @ w2.T, y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item(), [w1.detach(), w2.detach()]
