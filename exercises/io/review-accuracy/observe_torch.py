import torch


def observe(evaluate, case, kit):
    torch.save(case.net, f"{case.prefix}-{case.epoch:04d}.pt")
    accuracy, predictions = evaluate(case.prefix, case.epoch, case.images, case.labels, case.batch_size)
    count, size = len(case.images), case.batch_size
    batches = [min(size, count - start) for start in range(0, count, size)]
    return {"kind": "a number and an MXNet array", "batches": batches, "predictions": predictions, "accuracy": accuracy}
