from mxnet import gluon, nd


def mnist_loader(root, batch_size, train):
    def join(items):
        images, labels = gluon.data.dataloader.default_batchify_fn(items)
        return nd.image.normalize(nd.image.to_tensor(images), 0.13, 0.31), labels

    return gluon.data.DataLoader(gluon.data.vision.MNIST(root, train=train), batch_size, batchify_fn=join)
