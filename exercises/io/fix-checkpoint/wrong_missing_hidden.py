"""A file that lacks parameters is still accepted.

The reference raises an error if a parameter of `twin` is missing in the file.
"""


def hand_over(net, twin, path):
    net.save_parameters(path)
    twin.load_parameters(path, allow_missing=True)
