def observe(train_mlp, case, kit):
    images, labels, _, _ = case.digits
    losses, predictions = train_mlp(images, labels, *case.arguments)
    updates = {"count": case.epochs * -(-len(images) // case.batch_size), "rates": [case.lr]}
    return {
        "kind": "a list of plain numbers and an MXNet array",
        "losses": losses,
        "predictions": predictions,
        "updates": {**updates, "all": True},
        "net": True,
        "mode": ["training"],
        "optimizer": [],
        "accuracy": float(case.floor),
    }
