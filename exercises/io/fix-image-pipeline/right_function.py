from mxnet import nd


def prepare(dataset, height, width, mean, std):
    def change(image, label):
        top, left = (image.shape[0] - height) // 2, (image.shape[1] - width) // 2
        middle = nd.image.crop(image, x=left, y=top, width=width, height=height)
        return nd.image.normalize(nd.image.to_tensor(middle), mean, std), label

    return dataset.transform(change)
