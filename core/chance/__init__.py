"""Dice and draws that depend on a seed and a label alone, and the sealed promise that binds a secret seed.

docs/dice.md says how a value is made and how anyone can make it again without this package.
"""

from wardiary.core.chance.commitment import commitment, matches, new_secret
from wardiary.core.chance.keyed import choose, draw, roll, roll_label, seed_bytes

__all__ = ["choose", "commitment", "draw", "matches", "new_secret", "roll", "roll_label", "seed_bytes"]
