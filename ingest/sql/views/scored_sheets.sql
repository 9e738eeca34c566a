-- Every sheet of the taken and held games of a selection, in order of play. A held game's sheets have no place and no points.
WITH final AS (
    SELECT s.sheet_no, s.game_no, g.game, g.played, g.play_order, g.event, g.rules, g.players, g.status = 'held' AS held,
           s.player_no, p.player, s.seat, s.total, s.complete, s.evidence, s.place, s.points_e4, s.bonus, s.extra_yams
    FROM sheet s
    JOIN game g ON g.game_no = s.game_no
    JOIN player p ON p.player_no = s.player_no
    WHERE g.status IN ('taken', 'held')
      AND ($season::TEXT IS NULL OR g.season = $season) AND ($event::TEXT IS NULL OR g.event = $event)
    -- Two versions of a game that wait are one held game.
    QUALIFY g.status = 'taken' OR row_number() OVER (PARTITION BY g.game, s.player_no ORDER BY g.game_no) = 1
)
SELECT * FROM final ORDER BY play_order, game_no, seat
