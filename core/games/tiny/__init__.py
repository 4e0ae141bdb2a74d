"""Tiny: two columns on one road. The smallest whole wargame, and the example for people who add a game.

Red's companies start at place 1, blue's at the other end; red marches up, blue down. Each turn both draw a card, then
bid one face down; the higher bid marches first, with as many points as its card says, one company one place a point.
A company may not pass an enemy. Where both sides stand they fight: a die a company, red's first, losses at once.
After the last turn the side with more companies beyond the middle wins; the last side alive wins at once.
"""
