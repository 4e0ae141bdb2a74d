"""1918: Brother Against Brother. The Finnish civil war on a map of towns, card-driven, for two sides."""
