from mxnet import nd


def cumsum(x):
    place = nd.arange(x.shape[1])
    reaches = nd.broadcast_lesser_equal(place.reshape((-1, 1)), place.reshape((1, -1)))
    return nd.dot(x, reaches)
