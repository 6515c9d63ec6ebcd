"""A file that lacks parameters is still accepted.

The reference raises an error if a parameter of `twin` is missing in the file. Leave out what hides it, such as `allow_missing`:
the file of `save_parameters` has all parameters, the running statistics included.
"""


def hand_over(net, twin, path):
    net.save_parameters(path)
    twin.load_parameters(path, allow_missing=True)
