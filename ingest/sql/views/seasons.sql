-- Seasons that have a taken or held game, the latest first.
WITH final AS (
    SELECT season, count(*) FILTER (status = 'taken') AS games, max(played) AS last_played, max(play_order) AS last_order
    FROM game
    WHERE season IS NOT NULL AND status IN ('taken', 'held')
    GROUP BY season
)
SELECT season, games, last_played FROM final ORDER BY last_order DESC, season DESC
