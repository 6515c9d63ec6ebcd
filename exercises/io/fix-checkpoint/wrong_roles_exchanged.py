"""The parameters go from `twin` to `net`.

`net` is trained: `net` writes the file, and `twin` reads it.
"""

def hand_over(net, twin, path):
    twin.save_parameters(path)
    net.load_parameters(path)
