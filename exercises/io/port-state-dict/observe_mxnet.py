import numpy as onp

NAMES = (
    ["features.0.weight"]
    + [f"features.1.{leaf}" for leaf in ("weight", "bias", "running_mean", "running_var")]
    + ["features.4.weight"]
    + [f"features.5.{leaf}" for leaf in ("weight", "bias", "running_mean", "running_var")]
    + ["classifier.weight", "classifier.bias"]
)


def observe(port, case, kit):
    state = {}
    for name, array in zip(NAMES, case.state, strict=True):
        state[name] = onp.abs(array.asnumpy()) + onp.float32(0.3) if name.endswith("_var") else array.asnumpy()
        if name.endswith("_var"):
            state[name.replace("running_var", "num_batches_tracked")] = onp.array(7)
    onp.savez(case.path, **state)
    net = port(case.path)
    seen = {"kind": kit.kind(net, "Block")}
    if seen["kind"] != "Block":
        return seen
    x = kit.fitting(case.x)
    net(x)  # the sizes that are still open
    seen["parameters"] = [array.copy() for array in kit.parameters(net)]
    seen["running"] = [array.copy() for array in kit.statistics(net)]
    return {**seen, **kit.study(net, case.x, head=case.head)}
