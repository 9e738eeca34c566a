-- Events of a season, in order of play.
WITH final AS (
    SELECT event, count(*) AS games, min(play_order) AS first_order
    FROM game
    WHERE status IN ('taken', 'held') AND event IS NOT NULL AND ($season::TEXT IS NULL OR season = $season)
    GROUP BY event
)
SELECT event, games FROM final ORDER BY first_order, event
