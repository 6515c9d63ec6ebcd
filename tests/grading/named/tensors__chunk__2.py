# mistake: Rounds the size of a piece down instead of up.
# named: rounded-down
def chunk(x, chunks):
    size = max(x.shape[0] // chunks, 1)
    return [x[i : i + size] for i in range(0, x.shape[0], size)]
