from mxnet import autograd, gluon

Trainer, CrossEntropy, record = gluon.Trainer, gluon.loss.SoftmaxCrossEntropyLoss, autograd.record

PLAIN = {"momentum": 0, "wd": 0, "clip_gradient": None, "lr_scheduler": None, "rescale_grad": 1}


def observe(make_trainer, case, kit):
    trainer = make_trainer(*case.arguments)
    if not isinstance(trainer, Trainer):
        return {"kind": type(trainer).__name__}
    held = {id(parameter) for parameter in trainer._params}
    optimizer = trainer.optimizer
    changed = [name for name, usual in PLAIN.items() if getattr(optimizer, name, usual) != usual]
    changed += [f"lr_mult or wd_mult of {p.name}" for p in kit.trained(case.net) if (p.lr_mult, p.wd_mult) != (1, 1)]
    seen = {
        "kind": "Trainer",
        "optimizer": type(optimizer).__name__ + (f" with {', '.join(changed)}" if changed else ""),
        "learning_rate": float(trainer.learning_rate),
        "complete": all(id(parameter) in held for parameter in kit.trained(case.net) if parameter.grad_req != "null"),
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
