ATTRIBUTES = ("conv1", "bn1", "conv2", "bn2", "downsample")


def observe(port_block, case, kit):
    net = port_block(case.state, case.inplanes, case.planes, case.stride)
    seen = {"kind": kit.kind(net, "HybridBlock")}
    if seen["kind"] != "HybridBlock":
        return seen
    parts = [getattr(net, name, None) for name in ATTRIBUTES]
    seen["attributes"] = [name for name, part in zip(ATTRIBUTES, parts) if kit.kind(part, "Block") == "Block"]
    parts = [part for part in parts if kit.kind(part, "Block") == "Block"]
    net(kit.fitting(case.other))
    seen["parameters"] = [shape for part in parts for shape in kit.shapes(part)]
    seen["graph"] = kit.recorded(net, kit.fitting(case.x))
    return {**seen, **kit.study(kit.arranged(net, *parts), case.x, head=case.head)}
