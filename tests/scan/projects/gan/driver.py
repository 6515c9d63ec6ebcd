import contextlib
import io

import gan

with contextlib.redirect_stdout(io.StringIO()):
    gan.run()
