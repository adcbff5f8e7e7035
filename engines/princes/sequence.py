"""The order of play on one screen: seven rounds of auctions, characters, turns and the award (chapter 3)."""

from engines.kit import Draft, Step
from engines.princes import (
    auction,
    build,
    characters,
    ending,
    look,
    objects,
    recruit,
    setup,
    together,
    track,
    turn,
    windows,
    work,
)
from engines.princes.state import PrincesState
from engines.princes.tables import ROUNDS


class Round(Step[PrincesState]):
    """3.1 A round: auctions, turns, best work, the start player moves on; seven times.

    3.2 With Muse & Princess the auction of characters follows the first, after the last call of 17.5.4.
    14.2 Round + 1, and the start player moves one seat to the left; after round 7 the end.
    """

    name = "round"

    def resume(self, d: Draft[PrincesState]) -> None:
        s = d.state
        match s.phase:
            case "setup":
                s.phase = "auction"
                minimum = s.tables.minimum(s.round)
                d.tell("princes.event.round", number=s.round, seat=f"seat/{s.start}", minimum=minimum)
                auction.start_auctions(d)
            case "auction" if s.options.muse:
                s.phase = "calls"
                windows.start_calls(d)
            case "calls":
                characters.return_unused(s)
                s.phase = "characters"
                characters.start_characters(d)
            case "auction" | "characters":
                s.phase = "turns"
                turn.start_turns(d)
            case "turns":
                ending.award_best_work(d)
                if s.round == ROUNDS:
                    s.phase = "end"
                    ending.start_end(d)
                else:
                    s.round += 1
                    s.start = (s.start + 1) % s.seats
                    s.phase = "setup"


STEPS: tuple[Step[PrincesState], ...] = (
    setup.KeepStart(), Round(),
    auction.Auctions(), auction.Open(), auction.Bid(), auction.Last(), auction.Won(), windows.MerchantFree(),
    objects.Take(), objects.ChooseLandscape(), objects.PlaceLandscape(), objects.RecruitNow(), objects.Done(),
    look.Keep(), look.Return(),
    windows.Calls(), windows.LastCall(), windows.Window(), windows.MerchantPoints(), windows.ProfessorLook(),
    characters.Steps(), characters.BidCharacter(), characters.BidSpace(),
    turn.Turns(), turn.Action(), recruit.RecruitInTurn(), track.GoBack(),
    work.AddBonus(), work.Convert(), build.PlaceBuilding(),
    together.ChoosePartner(), together.ChooseBuilding(), together.ChooseSpot(), together.ChooseAmount(),
    together.AnswerOffer(), together.Withdraw(),
    ending.BankerExchange(), ending.RevealPrestige(),
)  # fmt: skip
