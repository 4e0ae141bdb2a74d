"""A digest over games played at random: events, states, boards. The same in every process, whatever its hash seed.

python -m wardiary.replay.proving.fingerprint GAME GAMES
"""

import sys
from collections.abc import Mapping
from hashlib import blake2b

from wardiary.events.codec import Codec
from wardiary.replay.proving.walking import play

__all__ = ["PARTS", "fingerprint", "main"]

PARTS = ("events", "states", "boards")


def fingerprint(game: str, games: int) -> Mapping[str, str]:
    """A digest of each part; so a difference says where it lies."""
    digests = {part: blake2b(digest_size=16) for part in PARTS}
    for seed in range(games):
        played = play(game, seed, 0)
        table = played.table
        for step in played.steps:
            digests["events"].update(Codec.encode_lines(step))
        for encoded in played.states:
            digests["states"].update(encoded)
        state, _ = table.rules.set_up(played.start)
        for seat in table.spec.seats:
            board = table.spec.words.board(table.data, table.spec.sight.view(table.data, state, seat))
            digests["boards"].update(board.encode())
    return {part: digest.hexdigest() for part, digest in digests.items()}


def main(game: str, games: str) -> None:
    """Write the digests, a part a line."""
    sys.stdout.writelines(f"{part} {digest}\n" for part, digest in fingerprint(game, int(games)).items())


if __name__ == "__main__":
    main(*sys.argv[1:])
