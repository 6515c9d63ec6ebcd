def observe(predictions, case, kit):
    outputs = predictions(case.net, case.table.asnumpy().astype("float64"), case.batch_size)
    return {"result": outputs, "parameters": kit.parameters(case.net)}
