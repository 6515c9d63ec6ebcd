def observe(saliency, case, kit):
    before = kit.settings(case.net)
    result = saliency(*case.arguments)
    after = kit.settings(case.net)
    changed = [f"{name} is {after.get(name)!r}" for name in before if after.get(name) != before[name]]
    return {
        "result": result,
        "parameters": kit.parameters(case.net),
        "statistics": kit.statistics(case.net),
        "settings": changed,
    }
