"""Classes: hand-ins, grading, gradebook, roster, examinations and bundles."""
