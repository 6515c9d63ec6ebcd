from mxnet import nd


def standardise(capsule):
    x = nd.from_dlpack(capsule)
    shared = x.as_np_ndarray()
    shared[:] = (shared - shared.mean(axis=0)) / shared.std(axis=0)
    return x.to_dlpack_for_write()
