"""What happened: the three kinds of events, their wire form, and the diary file that keeps them.

Lowest layer: nothing here knows a rule, a game state or a terminal.
"""
