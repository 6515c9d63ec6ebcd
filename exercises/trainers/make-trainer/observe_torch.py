import torch


def observe(make_trainer, case, kit):
    optimizer = make_trainer(*case.arguments)
    loss_fn = torch.nn.CrossEntropyLoss()
    for _ in range(3):
        for data, label in case.batch:
            optimizer.zero_grad()
            loss_fn(case.net(data), label).backward()
            optimizer.step()
    return {
        "kind": "Trainer",
        "optimizer": "SGD",
        "learning_rate": float(optimizer.defaults["lr"]),
        "complete": True,
        "parameters": kit.parameters(case.net),
    }
