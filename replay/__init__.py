"""Playing and replaying: sessions that record, replays that seek, checks, forks, differences, bundles, simulations.

    a game laid out      table, opening (from a diary), players (who sits where), mcts (a player for every game)
    dice and cards       chance (sources), dice (of one diary), trail (in force while reading), verify_dice
    recording            session, beginning, keeper (what is on disk), log (what is in memory), standing, crash
    what a person says   answers, matching (typed words), takeback, fix, remark, script, record (from a script)
    reading              finding (which files), reading, replay (seeks), states (folds), narrate, stats, export
    checking             check, checker (one diary), findings, verdict, origins (which rule), compare
    from other diaries   fork, keep_inputs, diff, bundle, bundled_test
    playing by itself    playout (in memory), workers (processes for long work)
    for all of these     aside (whole files), shares (of a result), statistics (intervals), interrupts (Ctrl-C)

Four folders stand on these and not on each other:

    simulation/          many games between computer players, here or on a cluster; tournaments
    laboratory/          from a diary that misbehaves to the smallest one that does; rules changed under old diaries
    valuation/           what if, luck, other data: futures of a position played many times and compared
    proving/             the suite that every game passes, here or from outside
"""
