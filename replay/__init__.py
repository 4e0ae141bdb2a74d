"""Playing and replaying: sessions that record, replays that seek, checks, forks, differences, bundles, simulations."""
