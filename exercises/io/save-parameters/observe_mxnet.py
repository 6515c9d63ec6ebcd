import os


def observe(save_net, case, kit):
    folder = os.path.dirname(case.path)
    os.makedirs(folder, exist_ok=True)
    before = {*os.listdir(folder)} - {os.path.basename(case.path)}
    save_net(*case.arguments)
    seen = {"files": sorted(set(os.listdir(folder)) - before), "facts": {"file": kit.file(case.path)}}
    if not os.path.isfile(case.path):
        return seen
    try:
        case.fresh.load_parameters(case.path)
    except Exception as error:  # MXNet's own, whatever the file holds
        lines = str(error).strip().splitlines() or [""]
        text = f"{type(error).__name__}: {lines[-1] if 'Traceback' in lines[0] else lines[0]}"
        return {**seen, "loaded": text.replace(case.path, "the file").replace(os.getcwd(), "")[:160]}
    parameters = case.net.collect_params().values()
    seen |= {
        "loaded": "taken",
        "parameters": [array.copy() for array in kit.parameters(case.fresh)],
        "statistics": [array.copy() for array in kit.statistics(case.fresh)],
        "kept": kit.parameters(case.net) + kit.statistics(case.net),
        "frozen": [parameter.grad_req == "null" for parameter in kit.trained(case.net)],
        "context": [[str(ctx) for ctx in parameter.list_ctx()] for parameter in parameters],
    }
    study = kit.study(case.fresh, kit.fitting(case.x), head=kit.fitting(case.head))
    return {**seen, **{name: study[name] for name in ("output", "dropout", "training", "gradients", "input_gradient")}}
