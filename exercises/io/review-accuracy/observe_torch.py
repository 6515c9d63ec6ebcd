import torch


def observe(evaluate, case, kit):
    torch.save(case.net, f"{case.prefix}-{case.epoch:04d}.pt")
    accuracy, predictions = evaluate(case.prefix, case.epoch, case.images, case.labels, case.batch_size)
    return {"kind": "a number and an MXNet array", "predictions": predictions, "accuracy": accuracy}
