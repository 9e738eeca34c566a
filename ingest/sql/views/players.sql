-- Everyone with a sheet in a taken or held game of a selection, by name, accents aside.
WITH final AS (
    SELECT p.player_no, p.player, count(*) FILTER (g.status = 'taken') AS games
    FROM player p
    JOIN sheet s ON s.player_no = p.player_no
    JOIN game g ON g.game_no = s.game_no
    WHERE g.status IN ('taken', 'held') AND ($season::TEXT IS NULL OR g.season = $season)
    GROUP BY p.player_no, p.player
)
SELECT player_no, player, games FROM final ORDER BY strip_accents(lower(player)), player
