import torch


def average_copies(net):
    replicas = net  # in PyTorch, a list of modules, one per device
    with torch.no_grad():
        for copies in zip(*(replica.state_dict().values() for replica in replicas)):
            mean = sum(copy.cpu() for copy in copies) / len(copies)
            for copy in copies:
                copy.copy_(mean)
