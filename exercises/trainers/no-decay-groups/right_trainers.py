from mxnet import autograd, gluon


def train_groups(net, batches, lr, head_lr, weight_decay):
    head = list(net[-1].collect_params().values())
    trained = [p for p in net.collect_params().values() if p.grad_req != "null"]
    trainers = []
    for rate, chosen in ((lr, [p for p in trained if p not in head]), (head_lr, head)):
        for decay, ending in ((weight_decay, ("weight",)), (0.0, ("bias", "gamma", "beta"))):
            group = [p for p in chosen if p.name.endswith(ending)]
            if group:
                trainers.append(gluon.Trainer(group, "sgd", {"learning_rate": rate, "wd": decay}))
    for data, label in batches:
        with autograd.record():
            loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label)
        loss.backward()
        for trainer in trainers:
            trainer.step(len(data))
