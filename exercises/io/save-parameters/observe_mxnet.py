import os


def observe(save_net, case, kit):
    before = os.listdir(".")
    save_net(*case.arguments)
    written = sorted(set(os.listdir(".")) - set(before))
    if not os.path.isfile(case.path):
        return {"files": written}
    try:
        case.fresh.load_parameters(case.path)
    except Exception as error:  # MXNet's own, whatever the file holds
        lines = str(error).strip().splitlines() or [""]
        told = f"{type(error).__name__}: {lines[-1] if 'Traceback' in lines[0] else lines[0]}"
        return {"files": written, "loaded": told.replace(case.path, "the file").replace(os.getcwd(), "")[:160]}
    return {
        "files": written,
        "loaded": "taken",
        "parameters": kit.parameters(case.fresh),
        "statistics": kit.statistics(case.fresh),
        "outputs": case.fresh(case.x),
        "kept": kit.parameters(case.net) + kit.statistics(case.net),
    }
