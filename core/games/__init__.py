"""The games, a folder each; nobody outside a folder knows its words."""
