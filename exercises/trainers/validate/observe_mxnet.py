def observe(evaluate, case, kit):
    with kit.passes(case.net) as passes:
        returned = evaluate(*case.arguments)
    seen = {"kind": kind(returned), "recorded": [entry for entry in passes.order if entry != "backward"]}
    if seen["kind"] == "a pair of floats":
        seen["loss"], seen["accuracy"] = returned
    return {**seen, "state": kit.parameters(case.net) + kit.statistics(case.net)}


def kind(returned):
    """Return what came back, in words."""
    if not isinstance(returned, (tuple, list)) or len(returned) != 2:
        return f"an object of type {type(returned).__name__}"
    odd = [value for value in returned if not isinstance(value, float)]
    return f"a pair with an object of type {type(odd[0]).__name__}" if odd else "a pair of floats"
