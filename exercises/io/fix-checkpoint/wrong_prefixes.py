"""The file still has full names with the prefix of the net.

`collect_params().save` writes names such as `dense0_weight`, and only a net with the same prefix has them. Write the file with a method of
the net itself, which writes attribute paths.
"""


def hand_over(net, twin, path):
    net.collect_params().save(path)
    twin.load_parameters(path)
