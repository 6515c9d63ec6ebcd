# mistake: Uses torch's p.numel() and p.requires_grad, which Gluon parameters do not have.
# named: requires-grad, torch-name
def count_trainable(net):
    return sum(p.numel() for p in net.collect_params().values() if p.requires_grad)
