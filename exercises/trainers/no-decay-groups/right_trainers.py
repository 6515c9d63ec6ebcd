from mxnet import autograd, gluon


def train_groups(net, batches, lr, head_lr, weight_decay):
    net.collect_params(".*(bias|gamma|beta)").setattr("wd_mult", 0.0)
    head = net[-1].collect_params()
    rest = [parameter for name, parameter in net.collect_params().items() if name not in head]
    slow = gluon.Trainer(rest, "sgd", {"learning_rate": lr, "wd": weight_decay})
    fast = gluon.Trainer(head, "sgd", {"learning_rate": head_lr, "wd": weight_decay})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        slow.step(len(data))
        fast.step(len(data))
