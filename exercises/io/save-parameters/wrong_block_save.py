"""The method of the Block is not the one for parameters.

`net.save` writes two files with other names, the tree of Blocks and the arrays: to write the file `path` call
`net.save_parameters(path)`.
"""


def save_net(net, path):
    net.save(path)
