"""House Whist counts points; results and standings had each player's share of the pot, in øre."""

from alembic import op

revision = "0028"
down_revision = "0027"
compatible_down_to = "0012"

_RESULTS = """
UPDATE player_results SET points = COALESCE((
  SELECT SUM(share.points) FROM results
  JOIN scored_deals ON scored_deals.table_id = results.table_id
  JOIN deal_shares AS share ON share.deal_id = scored_deals.id
  WHERE results.id = player_results.result_id
  AND share.seat = player_results.seat AND share.user_id = player_results.user_id
), 0) WHERE result_id IN (SELECT id FROM results WHERE game = 'hus')
"""
_STANDINGS = """
UPDATE standings SET points = COALESCE((
  SELECT SUM(one.points) FROM player_results AS one JOIN results ON results.id = one.result_id
  WHERE results.game = 'hus' AND results.people >= 2
  AND results.guild_id = standings.guild_id AND one.user_id = standings.user_id
), 0) WHERE game = 'hus'
"""


def upgrade() -> None:
    """Sum the deals' points again; winners and places stay."""
    op.execute(_RESULTS)
    op.execute(_STANDINGS)
