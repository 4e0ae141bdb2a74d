"""The laboratory: from a diary that misbehaves to the smallest one that does, and what a change of rules touches."""
