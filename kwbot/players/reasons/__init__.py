"""Why a card or a bid is advised."""
