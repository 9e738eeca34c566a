-- Seasons that have a taken or held game, the latest played first, those without any date last.
WITH final AS (
    SELECT season, count(*) FILTER (status = 'taken') AS games, max(played) AS last_played
    FROM game
    WHERE season IS NOT NULL AND status IN ('taken', 'held')
    GROUP BY season
)
SELECT season, games, last_played FROM final ORDER BY last_played DESC NULLS LAST, season DESC
