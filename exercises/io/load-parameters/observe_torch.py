import torch


def observe(load_net, case, kit):
    torch.save(case.file.state_dict(), case.path)
    try:
        load_net(*case.arguments)
    except RuntimeError:
        return {"outcome": "it raises, as the file does not fit", "parameters": [], "context": []}
    parameters = kit.parameters(case.net)
    return {
        "outcome": "it loads",
        "parameters": parameters,
        "context": [case.place for _ in parameters],
    }
