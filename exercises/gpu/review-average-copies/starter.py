def average_copies(net):
    for parameter in net.collect_params().values():
        copies = parameter.list_data()
        mean = sum(copies) / len(copies)
        for copy in copies:
            copy = mean
