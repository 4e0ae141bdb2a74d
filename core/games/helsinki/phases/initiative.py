"""4 Turn order: the initiative roll, and the steps of each side's initiative in their order."""

from msgspec.structs import replace

from wardiary.core.games.helsinki.data import Data
from wardiary.core.games.helsinki.phases.base import HelsinkiPoint, State, Step, die
from wardiary.core.games.helsinki.phases.meurer import begin_landing
from wardiary.core.games.helsinki.phases.windows import ask_window, expected_points, in_turn
from wardiary.core.games.helsinki.queries import morale_level, night_now
from wardiary.core.points import unbarred
from wardiary.core.requests import Draw, Roll
from wardiary.events import helsinki as e
from wardiary.events.common import Began
from wardiary.events.helsinki import Deck, Side

__all__ = [
    "DRAWN_DECKS",
    "GERMAN_STEPS",
    "ORDERS",
    "RED_STEPS",
    "STEPS",
    "WHITE_STEPS",
    "CardDraw",
    "Gift",
    "Initiative",
    "WhiteCards",
    "free_tracks",
    "white_hand",
]

GERMAN_STEPS: dict[str, e.InitiativeStep] = {
    "start": "red_card",
    "red_card": "landing",
    "landing": "tikkurila",
    "tikkurila": "points",
    "points": "orders",
    "orders": "end",
}
RED_STEPS: dict[str, e.InitiativeStep] = {
    "start": "gift",
    "gift": "white_cards",
    "white_cards": "points",
    "points": "orders",
    "orders": "end",
}
WHITE_STEPS: dict[str, e.InitiativeStep] = {
    "start": "activity",
    "activity": "points",
    "points": "orders",
    "orders": "reshuffle",
    "reshuffle": "end",
}
STEPS = {"german": GERMAN_STEPS, "red": RED_STEPS, "white": WHITE_STEPS}


class Initiative(HelsinkiPoint[e.AskInitiative]):
    """HEL-4.0-01 to HEL-4.5-02: the steps of an initiative, each named, in the order of the rulebook."""

    def arrive(self, s: State, f: e.AskInitiative, run: Step) -> bool:
        if f.step in ("roll_red", "roll_german", "landing_die"):
            return True
        if f.step == "deal":
            self.deal(s, f, run)
        elif f.step == "first":
            self.begin_first(s, run)
        else:
            following = STEPS[f.side].get(f.step)
            if following is not None:
                run.become(replace(f, step=following))
            self.do(s, f, run)
        return False

    def deal(self, s: State, f: e.AskInitiative, run: Step) -> None:
        """Red draws its secret events (HEL-3.1-01, HEL-2.2-02)."""
        run.become(replace(f, step="first"))
        run.push(e.AskDraw(side="red", deck="RE", count=self.data.secret_events[s.players]))

    def begin_first(self, s: State, run: Step) -> None:
        """The first initiative has no dice; Red draws a card without a test (HEL-4.2-01, -02, -R1)."""
        run.emit(Began(turn=1))
        run.emit(e.InitiativeWon(side="german", red_score=0, german_score=self.data.first_points))
        run.become(e.AskInitiative(side="german", step="points"))
        run.push(e.AskDraw(side="red", deck="RS", count=1))

    def do(self, s: State, f: e.AskInitiative, run: Step) -> None:
        """One step; the frame already names the next one."""
        match f.step:
            case "start":
                ask_window(run, "start", in_turn(f.side))
            case "red_card":
                if s.scores["red"] <= morale_level(self.data, s):
                    run.push(e.AskDraw(side="red", deck="RS", count=1))
            case "landing":
                if s.tracks["meurer"] > 0 and not s.landed and not night_now(self.data, s):
                    run.become(replace(f, step="landing_die"))
            case "tikkurila":
                run.push(e.AskTikkurilaOrders(side="german"))
            case "gift":
                run.push(e.AskGift(side="german"))
            case "white_cards":
                run.push(e.AskWhiteCards(side="white"))
            case "activity":
                square = s.tracks["activity"] + 1
                if square < len(self.data.activity_points):
                    run.emit(e.MarkerMoved(track="activity", square=square))
            case "points":
                run.emit(e.PointsReceived(side=f.side, points=expected_points(self.data, s)))
            case "orders":
                run.push(ORDERS[f.side](side=f.side))
            case "reshuffle":
                self.reshuffle(s, run)
            case _:
                self.end(s, f.side, run)

    def reshuffle(self, s: State, run: Step) -> None:
        """All discards go back into their decks (HEL-4.5-02, -R2)."""
        for deck in DRAWN_DECKS:
            if s.discards[deck]:
                run.emit(e.Reshuffled(deck=deck, cards=s.discards[deck]))

    def end(self, s: State, side: Side, run: Step) -> None:
        """Unspent points are lost, a new roll follows (HEL-4.1-04)."""
        run.emit(e.InitiativeEnded(side=side, points=s.points))
        run.emit(Began(turn=s.turn + 1))
        run.become(e.AskInitiative(side="red", step="roll_red"))

    def chance(self, s: State, f: e.AskInitiative) -> Roll | None:
        match f.step:
            case "roll_red":
                return die(s, "initiative", "red", "red")
            case "roll_german":
                return die(s, "initiative", "german", "german")
            case "landing_die":
                return die(s, "landing", "german")
        return None

    def then(self, s: State, f: e.AskInitiative, answer: e.Rolled, run: Step) -> None:
        face = answer.dice[0]
        match f.step:
            case "roll_red":
                score = face - (s.active == "red")
                run.become(e.AskInitiative(side="german", step="roll_german", score=score))
            case "roll_german":
                self.win(f.score, face - (s.active == "german"), run)
            case _:
                run.become(replace(f, step="tikkurila"))
                landed = face <= self.data.meurer[s.tracks["meurer"]]
                run.emit(e.LandingTried(landed=landed))
                if landed:
                    begin_landing(self.data, s, run)

    def win(self, red: int, german: int, run: Step) -> None:
        """The higher score acts, equal scores give it to White; the last active roller had 1 less (HEL-4.1)."""
        side: Side = "white" if red == german else "red" if red > german else "german"
        run.emit(e.InitiativeWon(side=side, red_score=red, german_score=german))
        run.become(e.AskInitiative(side=side, step="start"))


ORDERS = {"german": e.AskGermanOrders, "red": e.AskRedOrders, "white": e.AskWhiteOrders}
DRAWN_DECKS: tuple[Deck, ...] = ("GS", "RS", "WA")


class CardDraw(HelsinkiPoint[e.AskDraw]):
    """Cards one after another, uniform over the bag; an empty bag gives none (HEL-12.0-04, HEL-4.4-R3)."""

    def arrive(self, s: State, f: e.AskDraw, run: Step) -> bool:
        if f.count and s.bags[f.deck]:
            return True
        run.pop()
        return False

    def chance(self, s: State, f: e.AskDraw) -> Draw:
        return Draw(deck=f.deck, by=s.seat_playing(f.side), bag=s.bags[f.deck], shuffle=s.shuffles[f.deck])

    def then(self, s: State, f: e.AskDraw, answer: e.Drawn, run: Step) -> None:
        run.become(replace(f, count=f.count - 1))


def free_tracks(d: Data, s: State, _f: e.AskGift) -> list[tuple[str]]:
    """Markers that can still move, Meurer's only before the landing (HEL-4.4-01, -02, -R2)."""
    lengths = {"headquarters": len(d.headquarters), "meurer": 0 if s.landed else len(d.meurer)}
    lengths["tikkurila"] = len(d.tikkurila)
    return [(track,) for track, length in sorted(lengths.items()) if s.tracks[track] < length - 1]  # type: ignore[index]


class Gift(HelsinkiPoint[e.AskGift]):
    """HEL-4.4-01, -02, -R2: in a Red initiative one German marker moves a square."""

    def arrive(self, s: State, f: e.AskGift, run: Step) -> bool:
        if free_tracks(self.data, s, f):
            return True
        run.pop()
        return False

    add = unbarred(e.AddPoint, over=free_tracks, outside="HEL-4.4-02, HEL-4.4-R2: a marker that can still move")

    def then(self, s: State, f: e.AskGift, answer: e.AddPoint, run: Step) -> None:
        run.pop()
        run.emit(e.MarkerMoved(track=answer.track, square=s.tracks[answer.track] + 1))


def white_hand(_d: Data, s: State, _f: e.AskWhiteCards) -> list[tuple[str]]:
    return [(card,) for card in dict.fromkeys(s.hands["white"])]


class WhiteCards(HelsinkiPoint[e.AskWhiteCards]):
    """HEL-4.4-03, -05, -R3: White draws a card, exchanges one unseen for two, or does nothing."""

    def arrive(self, s: State, f: e.AskWhiteCards, run: Step) -> bool:
        if s.bags["WA"]:
            return True
        run.pop()
        return False

    draw = unbarred(e.DrawCard)
    exchange = unbarred(e.Exchange, over=white_hand, outside="HEL-4.4-03: a card of the hand")
    nothing = unbarred(e.Pass)

    def then(self, s: State, f: e.AskWhiteCards, answer: e.DrawCard | e.Exchange | e.Pass, run: Step) -> None:
        run.pop()
        if not isinstance(answer, e.Pass):
            run.push(e.AskDraw(side="white", deck="WA", count=2 if isinstance(answer, e.Exchange) else 1))
