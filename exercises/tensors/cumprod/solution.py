from mxnet import nd


def cumprod(x):
    def step(column, product):
        product = product * column
        return product, product

    products, _ = nd.contrib.foreach(step, x.T, nd.ones((x.shape[0],)))
    return products.T
