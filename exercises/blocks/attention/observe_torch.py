def observe(make_attention, case, kit):
    net = make_attention(case.units, case.heads)
    seen = {"kind": "HybridBlock", "children": ["qkv", "out"], "parameters": kit.shapes(net), "graph": ["_CachedOp"]}
    seen["initialised"] = 0
    kit.load(net, case.weights)
    seen |= {"shape": list(case.x.shape), "hybridized": net(case.x, case.mask), "other_length": net(case.other, case.bias)}
    return {**seen, **kit.study(net, case.x, case.mask, head=case.head)}
