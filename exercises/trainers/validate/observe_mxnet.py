def observe(evaluate, case, kit):
    sizes, modes = [], [parameter.grad_req for parameter in case.net.collect_params().values()]
    hook = case.net.register_forward_hook(lambda net, inputs, output: sizes.append(int(inputs[0].shape[0])))
    with kit.passes(case.net) as passes:
        returned = evaluate(*case.arguments)
    hook.detach()
    seen = {
        "kind": kind(returned),
        "batches": sizes,
        "recorded": [entry for entry in passes.order if entry != "backward"],
        "modes": [p.grad_req for p in case.net.collect_params().values()] == modes,
    }
    if seen["kind"] == "a pair of floats":
        seen["loss"], seen["accuracy"] = returned
    return {**seen, "state": kit.parameters(case.net) + kit.statistics(case.net)}


def kind(returned):
    """Return what came back, in words."""
    if not isinstance(returned, (tuple, list)) or len(returned) != 2:
        return f"an object of type {type(returned).__name__}"
    odd = [value for value in returned if not isinstance(value, float)]
    return f"a pair with an object of type {type(odd[0]).__name__}" if odd else "a pair of floats"
