from mxnet import autograd, gluon, npx

npx.set_np()


class Net(gluon.nn.HybridBlock):
    def __init__(self, w1, w2):
        super().__init__()
        self.w1 = self.params.get("w1", shape=w1.shape)
        self.w2 = self.params.get("w2", shape=w2.shape)

    def hybrid_forward(self, F, x, w1, w2):
        return F.np.dot(F.npx.relu(F.np.dot(x, w1.T)), w2.T)


def step_np(x, y, w1, w2, lr):
    net = Net(w1, w2)
    net.initialize()
    net.w1.set_data(w1.as_np_ndarray())
    net.w2.set_data(w2.as_np_ndarray())
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    with autograd.record():
        loss = gluon.loss.SoftmaxCELoss()(net(x.as_np_ndarray()), y.as_np_ndarray()).mean()
    loss.backward()
    trainer.step(1)
    return float(loss), [net.w1.data(), net.w2.data()]
