from mxnet.gluon.nn import HybridSequential


def observe(average_copies, case, kit):
    trained = kit.trained(case.net)
    for parameter in trained:
        for shift, copy in zip(case.shifts, parameter.list_data()):
            copy[:] = copy * shift + shift
    with kit.unmixed() as mixed:
        average_copies(inside(case.net) if getattr(case, "nested", False) else case.net)
    return {
        "mixed": mixed,
        "context": [sorted(map(str, parameter.list_ctx())) for parameter in trained],
        "parameters": [[parameter.data(kit.context(place)) for place in case.places] for parameter in trained],
    }


def inside(net):
    """Return the net with all layers but the last one in a Block of its own."""
    outer = HybridSequential()
    outer.add(net[:-1], net[-1])
    return outer
