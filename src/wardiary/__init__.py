"""wardiary: an event-sourced core for historical wargames.

The folders beside this file are links: the code lives in `core/`, `events/`, `replay/`, `analytics/` and `cli/`
at the root of the repository, and only there. The links give it the one import name `wardiary`.
"""

__version__ = "0.1.0"
