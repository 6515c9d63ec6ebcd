"""A file with parameters that the net lacks is still accepted.

The reference raises an error if the file has a parameter that `twin` lacks. Leave out what hides it, such as `ignore_extra` or a loop over
the names of `twin` alone.
"""


def hand_over(net, twin, path):
    net.save_parameters(path)
    twin.load_parameters(path, ignore_extra=True)
