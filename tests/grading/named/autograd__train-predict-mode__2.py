# mistake: Switches the mode of a Gluon layer with train() and eval(), methods that exist only in torch.
# named: torch-name, no-eval
from mxnet.gluon import nn


def dropout_pair(x, p):
    drop = nn.Dropout(p)
    drop.initialize()
    drop.train()
    on = drop(x)
    drop.eval()
    off = drop(x)
    return on, off
