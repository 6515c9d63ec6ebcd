"""Asks our own package where its content lies.

Verdict: error wrong
"""

from mxtutor.content.loader import load_exercise
from mxtutor.paths import content_root

found = load_exercise(content_root() / "exercises" / "tensors" / "arccos", "tensors/arccos")
exec(found.solution)
