"""Recorded games in use: play and record, seek, check, fork, compare."""
