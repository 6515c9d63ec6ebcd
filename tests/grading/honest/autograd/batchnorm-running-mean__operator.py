from mxnet import autograd, nd


def batchnorm_step(x):
    _, channels = x.shape
    gamma, beta = nd.ones(channels), nd.zeros(channels)
    mean, variance = nd.zeros(channels), nd.ones(channels)
    gamma.attach_grad()
    with autograd.record():
        y = nd.BatchNorm(x, gamma, beta, mean, variance, eps=1e-5)
    y.backward()
    return y, mean
