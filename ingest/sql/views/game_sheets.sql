-- The sheets of one game, seat by seat.
WITH final AS (
    SELECT s.*, p.player FROM sheet s JOIN player p ON p.player_no = s.player_no WHERE s.game_no = $game_no
)
SELECT * FROM final ORDER BY seat
