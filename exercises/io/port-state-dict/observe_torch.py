import numpy as np

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
        state[name] = np.abs(array.numpy()) + 0.3 if name.endswith("_var") else array.numpy()
        if name.endswith("_var"):
            state[name.replace("running_var", "num_batches_tracked")] = np.array(7)
    np.savez(case.path, **state)
    net = port(case.path)
    return {
        "kind": "Block",
        "parameters": kit.parameters(net),
        "running": kit.statistics(net),
        **kit.study(net, case.x, head=case.head),
    }
