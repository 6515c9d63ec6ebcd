def observe(make_bag, case, kit):
    case.ids[:, case.place] = case.words
    net = make_bag(case.vocabulary, case.units, case.classes)
    seen = {"kind": "Block", "initialised": 0, "parameters": kit.shapes(net), "shape": list(net(case.ids).shape)}
    kit.load(net, case.weights)
    return {**seen, **kit.study(net, case.ids, head=case.head)}
