import torch


def observe(make_attention, case, kit):
    net = make_attention(case.units, case.heads)
    seen = {"kind": "HybridBlock", "children": ["qkv", "out"], "parameters": kit.shapes(net), "graph": ["_CachedOp"]}
    seen["initialised"] = 0
    kit.load(net, case.weights)
    mask, bias = (one * (1 - torch.eye(len(one))) for one in (case.mask, case.bias))
    seen |= {"shape": list(case.x.shape), "hybridized": net(case.x, mask), "other_length": net(case.other, bias)}
    return {**seen, **kit.study(net, case.x, mask, head=case.head)}
