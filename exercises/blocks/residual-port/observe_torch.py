def observe(port_block, case, kit):
    net = port_block(case.state, case.inplanes, case.planes, case.stride)
    seen = {"kind": "HybridBlock", "attributes": [name for name, _ in net.named_children()]}
    seen |= {"parameters": kit.shapes(net), "graph": ["_CachedOp"]}
    return {**seen, **kit.study(net, case.x, head=case.head)}
