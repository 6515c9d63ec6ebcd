import contextlib
import io

import train

with contextlib.redirect_stdout(io.StringIO()):
    train.main([])
