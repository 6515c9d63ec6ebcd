"""Reports as plain data and texts, which the front ends draw.

Nothing here imports NumPy or a framework.
"""
