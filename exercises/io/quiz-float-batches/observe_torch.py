import torch


def observe(predictions, case, kit):
    rows = case.table.numpy().astype("float64")
    batches = []
    case.net.eval().register_forward_pre_hook(lambda net, inputs: batches.append(inputs[0].clone()))
    outputs = predictions(case.net, rows, case.batch_size)
    seen = {"result": outputs, "batches": list(batches), "parameters": kit.parameters(case.net)}
    return {**seen, "rows": torch.from_numpy(rows), **kit.study(case.net, case.table, head=case.head)}
