"""No parameter is loaded into the second net.

Nothing is written into `twin`. The names in a file of `collect_params().save` have the prefix of `net`, so none fits `twin`, and the
last two arguments hide it. Look at the names: `nd.load(path)`.
"""


def hand_over(net, twin, path):
    weights = net.collect_params(".*weight|.*bias")
    weights.save(path)
    twin.load_parameters(path, allow_missing=True, ignore_extra=True)
