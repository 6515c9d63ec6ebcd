def observe(step_np, case, kit):
    kept = [array.copy() for array in (case.x, case.y, case.w1, case.w2)]
    result = step_np(*case.arguments)
    if type(result) not in (tuple, list) or len(result) != 2:
        return {"kind": type(result).__name__}
    loss, weights = result
    if type(weights) not in (tuple, list):
        return {"kind": type(weights).__name__}
    kind = [type(loss).__name__, *(f"{type(w).__module__}.{type(w).__name__}" for w in weights)]
    if kind != ["float", *["mxnet.numpy.ndarray"] * 2]:
        return {"kind": kind}
    unchanged = all((a == b).min().asscalar() == 1 for a, b in zip(kept, (case.x, case.y, case.w1, case.w2)))
    return {"kind": kind, "loss": loss, "weights": list(weights), "kept": unchanged}
