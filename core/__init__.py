"""The game contract, the fold, the engine and the games: everything that knows rules and state."""
