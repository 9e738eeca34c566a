-- Complete sheets of the games that count and show their boxes, with what a record of one of their sections needs to say.
WITH final AS (
    SELECT s.sheet_no, g.rules, g.rules_base, g.title, g.game, g.played, g.season, g.play_order, p.player, s.seat
    FROM sheet s JOIN game g ON g.game_no = s.game_no JOIN player p ON p.player_no = s.player_no
    WHERE g.status = 'taken' AND s.complete AND s.evidence <> 'total' AND g.rules_base = $rules_base
      AND ($season::TEXT IS NULL OR g.season = $season)
)
SELECT * FROM final ORDER BY sheet_no
