STUDY = ("output", "dropout", "training", "gradients", "input_gradient", "statistics")
REFUSED = {"outcome": "it raises, as the file does not fit"}


def observe(hand_over, case, kit):
    try:
        hand_over(*case.arguments)
    except RuntimeError:
        return REFUSED | dict.fromkeys(("parameters", "running", "kept", "file", *STUDY), [])
    return {
        "outcome": "it loads",
        "parameters": kit.parameters(case.twin),
        "running": kit.statistics(case.twin),
        "file": True,
        "kept": kit.parameters(case.net) + kit.statistics(case.net),
        **kit.study(case.twin, case.x, head=case.head),
    }
