"""Benchmarks: CPU time, and ratios of two things measured in turn in the same run. `scripts/bench` runs them."""
