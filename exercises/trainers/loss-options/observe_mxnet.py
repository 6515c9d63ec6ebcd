from mxnet import autograd


def observe(weighted_loss, case, kit):
    given = (case.logits, case.labels, case.weights)
    before = [array.copy() for array in given]
    case.logits.attach_grad()
    with autograd.record():
        result = weighted_loss(*case.arguments)
        total = result + kit.fitting(case.logits * 0).sum()  # has a gradient, also if the result has none
    with kit.scaled(3):
        total.backward()
    kept = all((a == b).min().asscalar() == 1 for a, b in zip(before, given))
    return {"result": result, "gradient": case.logits.grad, "kept": kept}
