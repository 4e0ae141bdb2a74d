"""What a game is and how it runs: the contract, the fold, the engine, keyed chance, and the games themselves."""
