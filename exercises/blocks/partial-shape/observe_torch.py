import torch


def observe(make_lazy_mlp, case, kit):
    net = make_lazy_mlp(case.hidden, case.out)
    weights = [p for name, p in net.named_parameters() if name.endswith("weight")]
    lazy = [isinstance(p, torch.nn.UninitializedParameter) for p in weights]
    seen = {"kind": "Block", "open": [0 if yes else 1 for yes in lazy], "pending": ["waits for data" for _ in weights]}
    seen["parameters"] = []
    for name, data, arrays in (("output", case.x, case.flat), ("images", case.y, case.images)):
        net = make_lazy_mlp(case.hidden, case.out)
        net(data)
        seen["parameters"].append(kit.shapes(net))
        kit.load(net, arrays)
        seen |= kit.study(net, data, head=case.head) if name == "output" else {name: net(data)}
    return seen
