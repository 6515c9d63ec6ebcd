def observe(padded_batches, case, kit):
    batches = padded_batches(list(zip(case.sequences, case.ids)), case.batch_size)
    data, lengths, labels = zip(*batches)
    return {
        "types": ["MXNet array, MXNet array, MXNet array" for _ in batches],
        "data": list(data),
        "lengths": list(lengths),
        "labels": list(labels),
    }
