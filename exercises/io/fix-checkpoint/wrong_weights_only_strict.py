"""The scales, shifts and running statistics of the normalisation are still left out.

A pattern with PyTorch's names finds `weight` and `bias` only: Gluon has `gamma`, `beta`, `running_mean` and `running_var`,
too.
"""


def hand_over(net, twin, path):
    pattern = ".*weight|.*bias"
    net.collect_params(pattern).save(path, strip_prefix=net.prefix)
    twin.collect_params(pattern).load(path, restore_prefix=twin.prefix)
