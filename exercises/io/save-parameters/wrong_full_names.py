"""The file has full names with prefixes.

`collect_params().save` writes full names with this net's prefix, which another net cannot find: use
`net.save_parameters(path)`.
"""


def save_net(net, path):
    net.collect_params().save(path)
