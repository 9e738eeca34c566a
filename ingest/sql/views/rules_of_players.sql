-- Rule sets of which any of these players have complete sheets in the taken games of a season, those of the most sheets first.
WITH final AS (
    SELECT g.rules, count(*) AS sheets
    FROM game g JOIN sheet s USING (game_no) JOIN player p USING (player_no)
    WHERE g.status = 'taken' AND g.season = $season AND s.complete AND list_contains($players, p.player)
    GROUP BY g.rules
)
SELECT rules FROM final ORDER BY sheets DESC, rules
