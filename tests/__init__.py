"""All tests: one package, so that every helper has one name (`tests.unit.specimens`) and is loaded once."""
