"""Many games between computer players: simulations here, on many processes or on a cluster; tournaments.

one game             jobs
many games           simulate, rounds (several plans in turn), carried (diaries as bytes), cluster (Dask)
what came of them    tournament (who against whom), strength (how strong each is)
"""
