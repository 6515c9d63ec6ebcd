from mxnet import np


def bernoulli(p):
    draw = np.random.uniform(size=p.shape)
    return (draw < p.as_np_ndarray()).astype("float32")
