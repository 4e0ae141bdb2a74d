"""The games, one folder each. No game imports another; what two of them share stands in `core.kit`."""
