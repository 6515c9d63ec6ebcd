# mistake: The step is divided by the sum of the class weights; PyTorch divides by the sum of the weights of the samples in the batch, shares.sum().
# named: divided-by-class-weights
from mxnet import autograd, gluon, nd


def train_weighted(net, batches, weights, lr, weight_decay):
    net.collect_params(".*bias").setattr("wd_mult", 0.0)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr, "wd": weight_decay})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    norm = weights.sum().asscalar()
    for data, label in batches:
        shares = nd.take(weights, label).reshape((-1, 1))
        with autograd.record():
            loss = loss_fn(net(data), label, shares)
        loss.backward()
        trainer.step(norm)
