-- The games that were played just before and just after a game, of its season; of the whole book where it has none.
WITH listed AS (
    SELECT game, max(played) AS played, max(play_order) AS play_order, max(game_no) AS game_no
    FROM game
    WHERE status <> 'duplicate' AND ($season::TEXT IS NULL OR season = $season)
    GROUP BY game
),
final AS (
    SELECT game, lag(game) OVER along AS before, lead(game) OVER along AS after
    FROM listed WINDOW along AS (ORDER BY played NULLS FIRST, play_order, game_no)
)
SELECT before, after FROM final WHERE game = $game
