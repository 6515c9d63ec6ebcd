"""Height and width are exchanged.

The shape is `(n, channels, height, width)`: the first axis of the grid is `height // size`, the second one `width // size`.
"""

def to_patches(images, size):
    n, channels, height, width = images.shape
    grid = images.reshape((n, channels, width // size, size, height // size, size))
    return grid.transpose((0, 2, 4, 1, 3, 5)).reshape((n, -1, channels * size * size))
