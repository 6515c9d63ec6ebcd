def observe(port_classifier, case, kit):
    net = port_classifier(case.state, case.features, case.hidden, case.layers, case.classes)
    seen = {"kind": "Block", "attributes": ["lstm", "fc"], "parameters": kit.shapes(net)}
    return {**seen, "shape": list(net(case.x).shape), **kit.study(net, case.x, head=case.head)}
