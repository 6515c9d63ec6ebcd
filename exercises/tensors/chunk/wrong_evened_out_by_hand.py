"""The sizes are as equal as possible.

One more row in the first pieces makes 3, 2, 2 of 7 rows in 3 chunks. In `chunk` each piece has the rounded-up size except the last one (3, 3, 1).
"""


def chunk(x, chunks):
    base, extra = divmod(x.shape[0], chunks)
    ends = [(i + 1) * base + min(i + 1, extra) for i in range(chunks)]
    starts = [0, *ends]
    return [x[start:end] for start, end in zip(starts, ends) if end > start]
