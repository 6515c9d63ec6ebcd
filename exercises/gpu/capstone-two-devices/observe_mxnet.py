import os

from mxnet.autograd import is_recording


def observe(train_and_save, case, kit):
    shares = {}

    def count(net, inputs):
        if is_recording():
            place = kit.where(inputs[0])
            shares[place] = shares.get(place, 0) + inputs[0].shape[0]

    os.makedirs(os.path.dirname(case.path) or ".", exist_ok=True)
    hook = case.net.register_forward_pre_hook(count)
    with kit.unmixed() as mixed, kit.passes(case.net) as passes:
        losses, accuracy = train_and_save(*case.arguments)
    hook.detach()
    if os.path.isfile(case.path):
        case.reader.load_parameters(case.path)
    trained, loaded = kit.trained(case.net), kit.trained(case.fresh)
    return {
        "mixed": mixed,
        "mode": passes.modes,
        "optimizer": passes.settings("momentum"),
        "context": [sorted(map(str, parameter.list_ctx())) for parameter in trained],
        "shares": shares,
        "parameters": [[parameter.data(kit.context(place)) for place in case.places] for parameter in trained],
        "losses": [float(loss) for loss in losses],
        "accuracy": float(accuracy),
        "home": [[str(place) for place in parameter.list_ctx()] for parameter in loaded],
        "loaded": kit.parameters(case.fresh),
        "file": kit.parameters(case.reader) if os.path.isfile(case.path) else "missing",
    }
