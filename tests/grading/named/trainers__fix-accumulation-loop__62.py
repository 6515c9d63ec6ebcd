# mistake: The losses of the samples are summed and the step divides by the number of samples of all batches of the step; batches of different sizes get other weights than with the mean of the batch means. loss.mean() / every with step(1) is right.
# named: samples-of-the-group
from mxnet import autograd, gluon


def train_accumulated(net, batches, every, lr):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    params = net.collect_params()
    params.setattr("grad_req", "add")
    params.zero_grad()
    trainer = gluon.Trainer(params, "sgd", {"learning_rate": lr})

    samples = 0
    for number, (data, label) in enumerate(batches, start=1):
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        samples += data.shape[0]
        if number % every == 0:
            trainer.step(samples)
            params.zero_grad()
            samples = 0
