import torch


def clip_step(net, trainer, data, label, max_norm):
    trainer.zero_grad()
    torch.nn.functional.cross_entropy(net(data), label).backward()
    norm = torch.nn.utils.clip_grad_norm_(net.parameters(), max_norm)
    trainer.step()
    return norm.item()
