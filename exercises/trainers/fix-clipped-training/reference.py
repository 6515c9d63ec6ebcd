import torch


def train_clipped(net, trainer, batches, max_norm):
    for data, label in batches:
        trainer.zero_grad()
        torch.nn.functional.cross_entropy(net(data), label).backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), max_norm)
        trainer.step()
