"""The feats of Kombinations-Whist."""

from kwbot.engine.values.feats import SLAM, DealDone, Feat
from kwbot.engine.values.wording import Term

from .printed_bids import STANDARD_BIDS
from .scoring import HONOURABLE


def _taintless(deal: DealDone) -> bool:
    return bool(
        deal.made and deal.contract and STANDARD_BIDS[deal.contract.parts[0]].points is None
    )


FEATS = (
    Feat("taintless", Term("Taintless", "feat"),
         Term("Make a Taintless Master's Game or a Taintless Bid.", "feat"), _taintless),
    Feat("honourable", Term("Honourable plague", "feat"),
         Term("Take every card of the plague suit, and make the bid.", "feat"),
         lambda deal: HONOURABLE in deal.marks),
    SLAM,
)  # fmt: skip
