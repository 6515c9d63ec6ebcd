from mxnet import autograd, gluon
from mxnet.optimizer import SGD

Trainer, CrossEntropy, record = gluon.Trainer, gluon.loss.SoftmaxCrossEntropyLoss, autograd.record


def observe(make_trainer, case, kit):
    trainer = make_trainer(*case.arguments)
    if not isinstance(trainer, Trainer):
        return {"kind": type(trainer).__name__}
    held = {id(parameter) for parameter in trainer._params}
    optimizer = trainer.optimizer
    plain = type(optimizer) is SGD and optimizer.momentum == 0 and optimizer.wd == 0
    seen = {
        "kind": "Trainer",
        "optimizer": "plain SGD" if plain else type(optimizer).__name__ + " with momentum or weight decay" * (type(optimizer) is SGD),
        "learning_rate": float(trainer.learning_rate),
        "complete": all(id(parameter) in held for parameter in case.net.collect_params().values()),
    }
    if seen["complete"]:
        seen["parameters"] = steps(trainer, case, kit)
    return seen


def steps(trainer, case, kit):
    loss_fn = CrossEntropy()
    for _ in range(3):
        for data, label in case.batch:
            with record():
                loss = loss_fn(case.net(data), label)
            loss.backward()
            trainer.step(data.shape[0])
    return kit.parameters(case.net)
