"""The method of the block is not the one for parameters.

`net.save` writes two files of other names, the tree of blocks and the arrays: the file `path` comes from
`net.save_parameters(path)`.
"""


def save_net(net, path):
    net.save(path)
