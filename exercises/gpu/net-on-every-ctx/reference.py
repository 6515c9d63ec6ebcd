import copy


def init_on(net, ctxs):
    return [copy.deepcopy(net).to(c) for c in ctxs]
