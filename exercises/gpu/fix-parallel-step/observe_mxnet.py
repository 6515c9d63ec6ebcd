from mxnet.autograd import is_recording


def observe(parallel_step, case, kit):
    shares = {}

    def count(net, inputs):
        if not is_recording():
            return
        place = kit.where(inputs[0])
        shares[place] = shares.get(place, 0) + inputs[0].shape[0]

    hook = case.net.register_forward_pre_hook(count)
    with kit.unmixed() as mixed, kit.passes(case.net) as passes:
        parallel_step(*case.arguments)
        parallel_step(case.net, case.data, case.label, case.ctxs, case.lr / 2)
    hook.detach()
    trained = kit.trained(case.net)
    return {
        "mixed": mixed,
        "mode": passes.modes,
        "optimizer": passes.settings(),
        "context": [sorted(map(str, parameter.list_ctx())) for parameter in trained],
        "shares": shares,
        "parameters": [{place: p.data(kit.context(place)) for place in case.places if place in map(str, p.list_ctx())} for p in trained],
    }
