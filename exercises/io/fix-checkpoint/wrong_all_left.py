"""No parameter is loaded into the second net.

Nothing of `net` is written into `twin`: `net` must write the file, and `twin` itself must read it. If no name of the file fits `twin`,
`allow_missing` and `ignore_extra` hide it. Look at the names: `nd.load(path)`.
"""


def hand_over(net, twin, path):
    weights = net.collect_params(".*weight|.*bias")
    weights.save(path)
    twin.load_parameters(path, allow_missing=True, ignore_extra=True)
