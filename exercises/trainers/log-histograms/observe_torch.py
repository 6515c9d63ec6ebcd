import torch


class Writer:
    """Keeps what SummaryWriter would write."""

    def __init__(self):
        self.tags, self.values, self.steps = [], [], []

    def add_histogram(self, tag, values, global_step=None, bins="tensorflow"):
        self.tags.append(tag)
        self.values.append(torch.as_tensor(values).clone().reshape(-1))
        self.steps.append(global_step)


def observe(log_gradients, case, kit):
    for data, label in case.batch:
        torch.nn.CrossEntropyLoss()(case.net(data), label).backward()
    writer = Writer()
    log_gradients(case.net, writer, case.step)
    return {
        "stable": True,
        "count": len(writer.tags),
        "tags": len(set(writer.tags)),
        "steps": sorted(set(writer.steps)),
        "gradients": torch.cat(writer.values),
        "files": [],
    }
