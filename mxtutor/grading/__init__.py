"""One answer in, one report out; see `docs/grading.md`."""
