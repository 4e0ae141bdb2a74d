"""Freezing Death: the Finnish Winter War on three fronts, two sides, cards played as events or for points."""
