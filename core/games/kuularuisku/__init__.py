"""Kuularuisku 1918: a skirmish of single soldiers on a table in whole millimetres."""
