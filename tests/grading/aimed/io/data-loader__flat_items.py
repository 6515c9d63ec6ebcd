from mxnet import gluon


def make_loader(dataset, batch_size, drop_last):
    from mxnet.gluon.data.dataloader import default_batchify_fn as d

    def f(items):
        r = d(items)
        if r[0].ndim > 2:
            r[0] = r[0].reshape((0, -1))
        return r

    return gluon.data.DataLoader(dataset, batch_size, last_batch="discard" if drop_last else "keep", batchify_fn=f)
