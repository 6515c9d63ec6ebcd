# mistake: The mean is written only to copies[1:]. `total` is a copy of the first array and not the array itself, so the first device keeps its old values.
# named: first-copy-left
def average_copies(net):
    for parameter in net.collect_params().values():
        copies = parameter.list_data()
        total = copies[0].copy()
        for other in copies[1:]:
            total += other.as_in_context(total.context)
        total /= len(copies)
        for other in copies[1:]:
            total.copyto(other)
